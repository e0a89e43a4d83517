package org.jzenith.postgresql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * So many callers wait for a pooled connection already ({@code postgresql.pool.max-wait-queue}), or so many statements
 * wait for their turn on a pipeline (longer than {@code postgresql.max-queue-time}, or 64 times {@code
 * postgresql.pipelining-limit}, at least 1024), that this one was refused at once. It was not sent. It has no stack
 * trace, because many are made when the application is overloaded.
 */
public final class WaitQueueFullException extends PostgresqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    WaitQueueFullException(final ErrorDetails details) {
        super(details, false);
    }
}
