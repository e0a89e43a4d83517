package org.jzenith.sql.error;

/** A value that must be unique exists already (SQLSTATE 23505); {@link #constraint()} tells which. */
public final class UniqueViolationException extends SqlException {

    private static final long serialVersionUID = 1L;

    public UniqueViolationException(final Details details) {
        super(details);
    }
}
