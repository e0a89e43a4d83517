package org.jzenith.postgresql.error;

/** The database does not exist (SQLSTATE 3D000). */
public final class NoSuchDatabase extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    NoSuchDatabase(final Failure failure) {
        super(failure);
    }
}
