package org.jzenith.redis.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when the server cannot be reached, accepts no more clients or is loading its data, or when the connection broke before the reply
 * arrived. In the last case, the server may have run the command.
 */
public final class RedisUnavailableException extends RedisException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param command the name of the command; empty if there is none
     * @param reason the cause of the error, without keys and values
     */
    public RedisUnavailableException(final String command, final String reason) {
        super(command, reason, null, false);
    }
}
