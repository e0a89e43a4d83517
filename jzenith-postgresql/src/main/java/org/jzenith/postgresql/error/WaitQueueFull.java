package org.jzenith.postgresql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * So many callers wait for a pooled connection already ({@code postgresql.pool.max-wait-queue}), or so many statements
 * are under way on a pipeline (16 times {@code postgresql.pipelining-limit}, at least 1024), that this one was refused
 * at once. It was not sent.
 */
public final class WaitQueueFull extends PostgresqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    WaitQueueFull(final Failure failure) {
        super(failure);
    }
}
