package org.jzenith.postgresql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** A lock was not to be had at once or in time (SQLSTATE 55P03). */
public final class LockNotAvailableException extends PostgresqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    LockNotAvailableException(final ErrorDetails details) {
        super(details);
    }
}
