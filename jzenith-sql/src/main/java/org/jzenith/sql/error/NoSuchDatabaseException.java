package org.jzenith.sql.error;

/** The database does not exist (SQLSTATE 3D000). */
public final class NoSuchDatabaseException extends SqlException {

    private static final long serialVersionUID = 1L;

    public NoSuchDatabaseException(final ErrorDetails details) {
        super(details);
    }
}
