package org.jzenith.sql.error;

/**
 * Thrown when a row of a result is larger than the driver's limit, such as {@code postgresql.max-row-size}. The statement has run, and has
 * had its effect unless its transaction is rolled back.
 */
public final class RowTooLargeException extends SqlException {

    private static final long serialVersionUID = 1L;

    public RowTooLargeException(final Details details) {
        super(details);
    }
}
