package org.jzenith.sql.error;

/** A row refers to one that does not exist, or is still referred to (SQLSTATE 23503). */
public final class ForeignKeyViolationException extends SqlException {

    private static final long serialVersionUID = 1L;

    public ForeignKeyViolationException(final Details details) {
        super(details);
    }
}
