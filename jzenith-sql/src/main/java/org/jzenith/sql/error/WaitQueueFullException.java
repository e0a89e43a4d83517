package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * So many callers wait for a pooled connection already ({@code pool.max-wait-queue}), or so many statements
 * wait for their turn on a pipeline (longer than {@code max-queue-time}, or 64 times {@code
 * pipelining-limit}, at least 1024), that this one was refused at once. It was not sent. It has no stack
 * trace, because many are made when the application is overloaded.
 */
public final class WaitQueueFullException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public WaitQueueFullException(final Details details) {
        super(details, false);
    }
}
