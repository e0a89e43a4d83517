package org.jzenith.postgresql.error;

/** The statement returned more rows than the one that was expected. */
public final class MultipleRowsException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    MultipleRowsException(final ErrorDetails details) {
        super(details);
    }
}
