package org.jzenith.sql.error;

/** Thrown when a row refers to a missing one, or is still referred to (SQLSTATE 23503). */
public final class ForeignKeyViolationException extends SqlException {

    private static final long serialVersionUID = 1L;

    public ForeignKeyViolationException(final Details details) {
        super(details);
    }
}
