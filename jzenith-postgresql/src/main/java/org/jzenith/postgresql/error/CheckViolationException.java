package org.jzenith.postgresql.error;

/** A row does not satisfy a check of the schema (SQLSTATE 23514). */
public final class CheckViolationException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    CheckViolationException(final ErrorDetails details) {
        super(details);
    }
}
