package org.jzenith.postgresql.error;

/** A value that must be unique exists already (SQLSTATE 23505); {@link #constraint()} tells which. */
public final class UniqueViolationException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    UniqueViolationException(final ErrorDetails details) {
        super(details);
    }
}
