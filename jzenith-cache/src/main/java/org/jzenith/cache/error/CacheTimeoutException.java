package org.jzenith.cache.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** Thrown when the load of a value did not end within {@code cache.load-timeout}. */
public final class CacheTimeoutException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param message the cause of the error, with the setting
     * @param cause the error of the run that was ended
     */
    public CacheTimeoutException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
