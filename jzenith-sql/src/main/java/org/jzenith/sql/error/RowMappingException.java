package org.jzenith.sql.error;

/**
 * Thrown when a row does not fit what it is read as: a column is missing or has another type, a value is {@code NULL} or out of range. The
 * message names the column and its type, and what to do.
 */
public final class RowMappingException extends SqlException {

    private static final long serialVersionUID = 1L;

    public RowMappingException(final Details details) {
        super(details);
    }
}
