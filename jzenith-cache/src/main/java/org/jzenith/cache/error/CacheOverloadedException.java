package org.jzenith.cache.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when a value is not loaded, because as many loads of the cache as {@code cache.max-loads} are in progress on this instance. It has
 * no stack trace, because many are created under overload.
 */
public final class CacheOverloadedException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param message the cause of the error, with the setting
     */
    public CacheOverloadedException(final String message) {
        super(message, null, true, false);
    }
}
