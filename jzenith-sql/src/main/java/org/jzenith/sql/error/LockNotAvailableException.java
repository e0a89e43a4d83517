package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** Thrown when a lock is not available immediately, or within the time limit (SQLSTATE 55P03). */
public final class LockNotAvailableException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public LockNotAvailableException(final Details details) {
        super(details);
    }
}
