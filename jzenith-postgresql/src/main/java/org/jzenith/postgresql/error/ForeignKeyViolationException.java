package org.jzenith.postgresql.error;

/** A row refers to one that does not exist, or is still referred to (SQLSTATE 23503). */
public final class ForeignKeyViolationException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    ForeignKeyViolationException(final ErrorDetails details) {
        super(details);
    }
}
