package org.jzenith.postgresql.error;

/** The statement was to return at most one row and returned more. */
public final class TooManyRows extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    TooManyRows(final Failure failure) {
        super(failure);
    }
}
