package org.jzenith.sql.internal.cursor;

import org.jzenith.sql.internal.sqlclient.RowPage;

/**
 * The number of rows to fetch at a time.
 *
 * @param rows the number for the next page
 * @param grows true if it follows the size of the pages that arrive
 */
public record PageSize(int rows, boolean grows) {

    /** The size of the pages of a stream for which the caller has chosen none. */
    public static final PageSize GROWING = new PageSize(256, true);

    private static final int MOST_ROWS = 8_192;
    private static final long MOST_BYTES = 512 * 1024;

    /** Returns pages that always have the same number of rows. */
    public static PageSize fixed(final int rows) {
        return new PageSize(rows, false);
    }

    /**
     * Returns the size of the next page.
     *
     * @param page a page of the stream
     * @param awaited true to double it
     * @return at most as many rows as fit into the limits if they are as large as those of the page
     */
    PageSize after(final RowPage page, final boolean awaited) {
        if (!grows || page.size() == 0) {
            return this;
        }
        final long fitting = MOST_BYTES * page.size() / Math.max(1, page.bytes());
        final long wanted = Math.min(MOST_ROWS, awaited ? 2L * rows : rows);
        return new PageSize((int) Math.max(1, Math.min(fitting, wanted)), true);
    }
}
