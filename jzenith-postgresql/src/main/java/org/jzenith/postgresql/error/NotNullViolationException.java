package org.jzenith.postgresql.error;

/** A column that needs a value got none (SQLSTATE 23502). */
public final class NotNullViolationException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    NotNullViolationException(final ErrorDetails details) {
        super(details);
    }
}
