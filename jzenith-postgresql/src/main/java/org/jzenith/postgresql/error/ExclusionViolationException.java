package org.jzenith.postgresql.error;

/** A row collides with another one by an exclusion constraint (SQLSTATE 23P01). */
public final class ExclusionViolationException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    ExclusionViolationException(final ErrorDetails details) {
        super(details);
    }
}
