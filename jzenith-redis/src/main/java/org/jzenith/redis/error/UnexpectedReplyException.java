package org.jzenith.redis.error;

import org.jspecify.annotations.Nullable;

/** Thrown when a reply cannot be read as the requested type: it has a different type, is too large, or its JSON does not match the class. */
public final class UnexpectedReplyException extends RedisException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param command the name of the command
     * @param reason the mismatch, without keys and values
     * @param cause the cause, or null
     */
    public UnexpectedReplyException(final String command, final String reason, final @Nullable Throwable cause) {
        super(command, reason, cause);
    }
}
