package org.jzenith.sql.error;

/**
 * Thrown when a row cannot be read as the requested type: a column is missing or has another type, or a value is {@code NULL} or out of
 * range. The message names the column, its type and the remedy.
 */
public final class RowMappingException extends SqlException {

    private static final long serialVersionUID = 1L;

    public RowMappingException(final Details details) {
        super(details);
    }
}
