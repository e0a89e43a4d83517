package org.jzenith.postgresql.error;

/** The statement was to return at most one row and returned more. */
public final class MultipleRowsException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    MultipleRowsException(final ErrorDetails details) {
        super(details);
    }
}
