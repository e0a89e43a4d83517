package org.jzenith.redis.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a command fails. Its subtypes are the failures that applications handle differently. The message names the reason and the
 * command, but never a key or value, so it is safe in logs.
 */
public class RedisException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String command;

    /**
     * Creates an error.
     *
     * @param command the name of the command, for example {@code GET}; empty if there is none
     * @param reason the cause of the error, without keys and values
     * @param cause the cause, or null
     */
    public RedisException(final String command, final String reason, final @Nullable Throwable cause) {
        this(command, reason, cause, true);
    }

    RedisException(final String command, final String reason, final @Nullable Throwable cause, final boolean traced) {
        super(command.isEmpty() ? reason : reason + " in: " + command, cause, true, traced);
        this.command = command;
    }

    /**
     * Returns the command that failed.
     *
     * @return its name, for example {@code GET}; empty if there is none
     */
    public final String command() {
        return command;
    }
}
