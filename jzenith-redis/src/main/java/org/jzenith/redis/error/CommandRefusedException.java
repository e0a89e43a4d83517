package org.jzenith.redis.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the server refuses a command with an error reply. {@link #code} is the reason: {@code WRONGTYPE} for a key with a value of
 * another type, {@code NOPERM} for a missing permission, {@code ERR} for most others.
 */
public sealed class CommandRefusedException extends RedisException permits WritesRefusedException {

    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * Creates an error.
     *
     * @param command the name of the command
     * @param code the first word of the reply
     * @param reason what the code means, without keys and values
     * @param cause the cause, or null
     */
    public CommandRefusedException(
            final String command, final String code, final String reason, final @Nullable Throwable cause) {
        super(command, reason + " (" + code + ")", cause);
        this.code = code;
    }

    /**
     * Returns the first word of the error reply.
     *
     * @return upper-case letters, for example {@code WRONGTYPE}
     */
    public String code() {
        return code;
    }
}
