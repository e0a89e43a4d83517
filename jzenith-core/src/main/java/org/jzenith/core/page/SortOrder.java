package org.jzenith.core.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The order of a list that a client asks for, such as {@code ?sort=-published,title}. The names are the constants of an enum; {@code -}
 * before a name puts its largest value first.
 *
 * <pre>{@code
 * enum BookSort {
 *     title,
 *     published
 * }
 *
 * @GET
 * public Single<List<Book>> list(@QueryParam("sort") @DefaultValue("title") final SortOrder<BookSort> sort) {
 *     ..
 * }
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param <E> the enum with the names that are allowed
 */
public final class SortOrder<E extends Enum<E>> {

    private final List<SortKey<E>> keys;

    private SortOrder(final List<SortKey<E>> keys) {
        this.keys = List.copyOf(keys);
    }

    /**
     * One name of an order.
     *
     * @param name the constant
     * @param descending true for the largest value first
     * @param <E> the enum
     */
    public record SortKey<E extends Enum<E>>(E name, boolean descending) {}

    /**
     * Reads an order.
     *
     * @param names the enum with the names that are allowed
     * @param text names with commas between them, as a client sends them
     * @param parameter the name of the query parameter, for the message
     * @param <E> the enum
     * @return the order, with at least one name
     * @throws InvalidPageException if a name is unknown or occurs twice; the client gets a 400 that lists the names
     */
    public static <E extends Enum<E>> SortOrder<E> parse(
            final Class<E> names, final String text, final String parameter) {
        final List<SortKey<E>> keys = new ArrayList<>();
        for (final String part : text.split(",", -1)) {
            final String sent = part.strip();
            final boolean descending = sent.startsWith("-");
            final E name = constant(names, descending ? sent.substring(1) : sent)
                    .orElseThrow(() -> invalid(names, parameter, "contains an unknown name."));
            if (keys.stream().anyMatch(key -> key.name() == name)) {
                throw invalid(names, parameter, "contains a name twice.");
            }
            keys.add(new SortKey<>(name, descending));
        }
        return new SortOrder<>(keys);
    }

    private static <E extends Enum<E>> Optional<E> constant(final Class<E> names, final String name) {
        return Arrays.stream(names.getEnumConstants())
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private static InvalidPageException invalid(final Class<?> names, final String parameter, final String reason) {
        final String known = Arrays.stream(names.getEnumConstants())
                .map(each -> ((Enum<?>) each).name())
                .collect(Collectors.joining(", "));
        return new InvalidPageException(
                parameter,
                reason + " Valid names: " + known
                        + ". Put '-' before a name for descending order, and separate names with commas.");
    }

    /**
     * Returns the names in order.
     *
     * @return the most significant first; at least one
     */
    public List<SortKey<E>> keys() {
        return keys;
    }

    /** Returns the order as a client sends it. */
    @Override
    public String toString() {
        return keys.stream()
                .map(key -> (key.descending() ? "-" : "") + key.name().name())
                .collect(Collectors.joining(","));
    }
}
