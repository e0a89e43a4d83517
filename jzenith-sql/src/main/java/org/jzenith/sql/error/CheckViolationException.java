package org.jzenith.sql.error;

/** A row does not satisfy a check of the schema (SQLSTATE 23514). */
public final class CheckViolationException extends SqlException {

    private static final long serialVersionUID = 1L;

    public CheckViolationException(final ErrorDetails details) {
        super(details);
    }
}
