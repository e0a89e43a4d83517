package org.jzenith.sql.error;

/** Thrown when a row refers to a row that does not exist, or is still referred to by another row (SQLSTATE 23503). */
public final class ForeignKeyViolationException extends SqlException {

    private static final long serialVersionUID = 1L;

    public ForeignKeyViolationException(final Details details) {
        super(details);
    }
}
