package org.jzenith.core.page;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The page that a client asks for: by the key of the last element before it, or by its offset.
 *
 * <pre>{@code
 * @GET
 * public Single<Page<User>> list(
 *         @QueryParam("after") final @Nullable String after, @QueryParam("limit") @DefaultValue("20") final int limit) {
 *     return users.list(PageRequest.after(after, limit));
 * }
 * }</pre>
 *
 * <p>Use these names for the query parameters, because the links to other pages contain them. Immutable and safe for use by many threads.
 */
public final class PageRequest {

    /** The query parameter with the cursor of {@link #after}. */
    public static final String AFTER = "after";

    /** The query parameter with the offset of {@link #offset(int, int)}. */
    public static final String OFFSET = "offset";

    /** The query parameter with the maximum number of elements. */
    public static final String LIMIT = "limit";

    /** The maximum length of a cursor. */
    public static final int LONGEST_CURSOR = 2_048;

    private static final int LARGEST_LIMIT = 10_000;

    private final @Nullable String cursor;
    private final int offset;
    private final int limit;
    private final boolean byOffset;
    private final boolean hasTotal;

    private PageRequest(
            final @Nullable String cursor,
            final int offset,
            final int limit,
            final boolean byOffset,
            final boolean hasTotal) {
        this.cursor = cursor;
        this.offset = offset;
        this.limit = limit;
        this.byOffset = byOffset;
        this.hasTotal = hasTotal;
        if (limit < 1 || limit > LARGEST_LIMIT) {
            throw new InvalidPageException(LIMIT, "must be from 1 to " + LARGEST_LIMIT + ".");
        }
        if (offset < 0) {
            throw new InvalidPageException(OFFSET, "must be 0 or more.");
        }
        if (cursor != null && cursor.length() > LONGEST_CURSOR) {
            throw new InvalidPageException(
                    AFTER,
                    "is longer than " + LONGEST_CURSOR + " characters. Use the link to the next page, unchanged.");
        }
    }

    /**
     * Asks for the page after an element. Such a page is equally fast at any depth. No row is skipped or repeated if others insert or
     * delete rows meanwhile.
     *
     * @param cursor the cursor of a {@link Page#next() next page}; null or empty for the first page
     * @param limit the maximum number of elements, from 1 to 10,000
     * @return the request
     * @throws InvalidPageException if a value is out of range; the client gets a 400
     */
    public static PageRequest after(final @Nullable String cursor, final int limit) {
        return new PageRequest(cursor == null || cursor.isEmpty() ? null : cursor, 0, limit, false, false);
    }

    /**
     * Asks for the page at an offset. Clients can jump to any offset, but a database reads all rows before it.
     *
     * @param offset the number of elements before the page, 0 or more
     * @param limit the maximum number of elements, from 1 to 10,000
     * @return the request
     * @throws InvalidPageException if a value is out of range; the client gets a 400
     */
    public static PageRequest offset(final int offset, final int limit) {
        return new PageRequest(null, offset, limit, true, false);
    }

    /**
     * Also asks for the length of the whole list. A database counts the list with a second statement.
     *
     * @return a changed copy
     */
    public PageRequest withTotal() {
        return new PageRequest(cursor, offset, limit, byOffset, true);
    }

    /**
     * Returns the request for the next page by key.
     *
     * @param key the cursor of the last element of this page
     * @return a changed copy
     */
    public PageRequest next(final String key) {
        return new PageRequest(key, 0, limit, false, hasTotal);
    }

    /**
     * Returns the request for a page at another offset.
     *
     * @param other the number of elements before that page, 0 or more
     * @return a changed copy
     */
    public PageRequest at(final int other) {
        return new PageRequest(null, other, limit, true, hasTotal);
    }

    /**
     * Returns the cursor.
     *
     * @return empty for the first page, and for a page at an offset
     */
    public Optional<String> cursor() {
        return Optional.ofNullable(cursor);
    }

    /**
     * Returns true for a page at an offset.
     *
     * @return false for a page by key
     */
    public boolean isByOffset() {
        return byOffset;
    }

    /**
     * Returns the number of elements before the page.
     *
     * @return 0 for a page by key
     */
    public int offset() {
        return offset;
    }

    /**
     * Returns the maximum number of elements.
     *
     * @return from 1 to 10,000
     */
    public int limit() {
        return limit;
    }

    /**
     * Returns true if the length of the whole list is wanted.
     *
     * @return false unless {@link #withTotal()} was called
     */
    public boolean hasTotal() {
        return hasTotal;
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof final PageRequest request
                && Objects.equals(cursor, request.cursor)
                && offset == request.offset
                && limit == request.limit
                && byOffset == request.byOffset
                && hasTotal == request.hasTotal;
    }

    @Override
    public int hashCode() {
        return Objects.hash(cursor, offset, limit, byOffset, hasTotal);
    }

    /** Returns the request without its cursor, because a cursor contains values of a row. */
    @Override
    public String toString() {
        return byOffset ? limit + " elements from offset " + offset : limit + " elements after a key";
    }
}
