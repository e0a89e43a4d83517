package org.jzenith.sql.error;

/** A row collides with another one by an exclusion constraint (SQLSTATE 23P01). */
public final class ExclusionViolationException extends SqlException {

    private static final long serialVersionUID = 1L;

    public ExclusionViolationException(final ErrorDetails details) {
        super(details);
    }
}
