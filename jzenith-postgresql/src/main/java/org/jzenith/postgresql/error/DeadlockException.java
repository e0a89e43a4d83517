package org.jzenith.postgresql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * The transaction and another one waited for each other, and this one was ended (SQLSTATE 40P01). Run the whole
 * transaction again.
 */
public final class DeadlockException extends PostgresqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    DeadlockException(final ErrorDetails details) {
        super(details);
    }
}
