package org.jzenith.postgresql.error;

/** A column that needs a value got none (SQLSTATE 23502). */
public final class NotNullViolation extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    NotNullViolation(final Failure failure) {
        super(failure);
    }
}
