package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * The transaction and another one waited for each other, and this one was ended (SQLSTATE 40P01). Run the whole
 * transaction again.
 */
public final class DeadlockException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public DeadlockException(final ErrorDetails details) {
        super(details);
    }
}
