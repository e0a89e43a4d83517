package org.jzenith.core.page;

import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.RandomAccess;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a longer list. A resource method can return it. The body then contains the elements, like the body for a {@code List}, and the
 * {@code Link} header (RFC 8288) has the links to other pages.
 *
 * <p>Immutable. Safe for use by many threads if its elements are.
 *
 * @param <T> the type of the elements
 */
public final class Page<T> extends AbstractList<T> implements RandomAccess {

    private final List<T> elements;
    private final PageRequest request;
    private final @Nullable PageRequest next;
    private final @Nullable Long total;

    private Page(
            final List<T> elements,
            final PageRequest request,
            final @Nullable PageRequest next,
            final @Nullable Long total) {
        this.elements = List.copyOf(elements);
        this.request = request;
        this.next = next;
        this.total = total;
    }

    /**
     * Creates a page.
     *
     * @param elements at most as many as {@link PageRequest#limit()}
     * @param request the request for this page
     * @param next the request for the next page; null for the last page
     * @param <T> the type of the elements
     * @return the page
     */
    public static <T> Page<T> of(final List<T> elements, final PageRequest request, final @Nullable PageRequest next) {
        return new Page<>(elements, request, next, null);
    }

    /**
     * Adds the length of the whole list.
     *
     * @param length 0 or more
     * @return a changed copy
     */
    public Page<T> withTotal(final long length) {
        return new Page<>(elements, request, next, length);
    }

    /**
     * Converts the elements.
     *
     * @param function converts one element
     * @param <R> the new type of the elements
     * @return a page at the same position of the list
     */
    public <R> Page<R> map(final Function<? super T, ? extends R> function) {
        return new Page<>(elements.stream().<R>map(function).toList(), request, next, total);
    }

    /**
     * Returns the request for this page.
     *
     * @return as it was given
     */
    public PageRequest request() {
        return request;
    }

    /**
     * Returns the request for the next page.
     *
     * @return empty for the last page
     */
    public Optional<PageRequest> next() {
        return Optional.ofNullable(next);
    }

    /**
     * Returns the length of the whole list.
     *
     * @return empty unless {@link PageRequest#withTotal()} asked for it
     */
    public OptionalLong total() {
        return total == null ? OptionalLong.empty() : OptionalLong.of(total);
    }

    @Override
    public T get(final int index) {
        return elements.get(index);
    }

    @Override
    public int size() {
        return elements.size();
    }
}
