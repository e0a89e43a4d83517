package org.jzenith.postgresql.error;

/** A value that must be unique exists already (SQLSTATE 23505); {@link #constraint()} tells which. */
public final class UniqueViolation extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    UniqueViolation(final Failure failure) {
        super(failure);
    }
}
