package org.jzenith.postgresql.error;

/** A row collides with another one by an exclusion constraint (SQLSTATE 23P01). */
public final class ExclusionViolation extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    ExclusionViolation(final Failure failure) {
        super(failure);
    }
}
