package org.jzenith.sql.error;

/** A column that needs a value got none (SQLSTATE 23502). */
public final class NotNullViolationException extends SqlException {

    private static final long serialVersionUID = 1L;

    public NotNullViolationException(final ErrorDetails details) {
        super(details);
    }
}
