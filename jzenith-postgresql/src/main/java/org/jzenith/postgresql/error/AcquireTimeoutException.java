package org.jzenith.postgresql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** No pooled connection became free within {@code postgresql.pool.acquire-timeout}. */
public final class AcquireTimeoutException extends PostgresqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    AcquireTimeoutException(final ErrorDetails details) {
        super(details);
    }
}
