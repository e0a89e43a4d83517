package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when a statement, transaction or row stream was not started, because of overload: no pooled connection became
 * free within {@code pool.acquire-timeout}, {@code pool.max-wait-queue} callers wait for one already, or so many
 * statements wait for their turn on a pipeline (longer than {@code max-queue-time}, or 64 times {@code
 * pipelining-limit}, at least 1024). The message names the setting. It has no stack trace, because many are created when
 * the application is overloaded.
 */
public final class OverloadedException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public OverloadedException(final Details details) {
        super(details, false);
    }
}
