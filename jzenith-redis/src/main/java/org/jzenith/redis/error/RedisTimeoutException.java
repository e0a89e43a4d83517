package org.jzenith.redis.error;

import java.time.Duration;
import org.jzenith.core.problem.TemporarilyUnavailable;

/** Thrown when a command got no reply within {@code redis.command-timeout}. The server may still have run the command. */
public final class RedisTimeoutException extends RedisException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param command the name of the command
     * @param limit the time that has passed
     */
    public RedisTimeoutException(final String command, final Duration limit) {
        super(command, "no reply within " + limit.toMillis() + " ms (redis.command-timeout)", null, false);
    }
}
