package org.jzenith.postgresql.error;

/** The database does not exist (SQLSTATE 3D000). */
public final class NoSuchDatabaseException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    NoSuchDatabaseException(final ErrorDetails details) {
        super(details);
    }
}
