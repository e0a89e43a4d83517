package org.jzenith.postgresql.error;

/** The statement was to return one row and returned none. */
public final class NoRow extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    NoRow(final Failure failure) {
        super(failure);
    }
}
