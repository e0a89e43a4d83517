package org.jzenith.postgresql.error;

/** The statement was to return one row and returned none. */
public final class NoRowException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    NoRowException(final ErrorDetails details) {
        super(details);
    }
}
