package org.jzenith.postgresql.error;

/**
 * A value has the wrong type, form, length or range for its place in the statement (SQLSTATE class 22, or refused
 * before it was sent).
 */
public final class InvalidValue extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    InvalidValue(final Failure failure) {
        super(failure);
    }
}
