package org.jzenith.postgresql.error;

/** The statement returned no row where one was expected. */
public final class NoRowException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    NoRowException(final ErrorDetails details) {
        super(details);
    }
}
