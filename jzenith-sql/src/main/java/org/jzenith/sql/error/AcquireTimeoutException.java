package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** No pooled connection became free within {@code pool.acquire-timeout}. */
public final class AcquireTimeoutException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public AcquireTimeoutException(final Details details) {
        super(details);
    }
}
