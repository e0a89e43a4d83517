package org.jzenith.redis.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when a command was not sent because {@code redis.max-commands} commands are in flight on the event loop, or because no connection for
 * transactions and blocking commands became free in time. It has no stack trace, because many are created under overload.
 */
public final class RedisOverloadedException extends RedisException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param command the name of the command
     * @param reason the cause of the error, with the setting
     */
    public RedisOverloadedException(final String command, final String reason) {
        super(command, reason, null, false);
    }
}
