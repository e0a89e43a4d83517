package org.jzenith.postgresql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** A lock could not be acquired at once or in time (SQLSTATE 55P03). */
public final class LockNotAvailableException extends PostgresqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    LockNotAvailableException(final ErrorDetails details) {
        super(details);
    }
}
