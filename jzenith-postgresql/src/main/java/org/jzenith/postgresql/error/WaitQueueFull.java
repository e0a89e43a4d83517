package org.jzenith.postgresql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * So many callers wait for a pooled connection already ({@code postgresql.pool.max-wait-queue}) that this one was
 * refused at once.
 */
public final class WaitQueueFull extends PostgresqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    WaitQueueFull(final Failure failure) {
        super(failure);
    }
}
