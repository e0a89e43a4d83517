package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when a statement, transaction or row stream was not started, because of overload. Either no pooled connection became free within
 * {@code pool.acquire-timeout}, or {@code pool.max-wait-queue} callers already wait for one, or the wait on a pipeline would exceed {@code
 * max-queue-time}, or 64 times {@code pipelining-limit} statements, at least 1024, already wait there. The message names the setting. It
 * has no stack trace, because many are created when the application is overloaded.
 */
public final class OverloadedException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public OverloadedException(final Details details) {
        super(details, false);
    }
}
