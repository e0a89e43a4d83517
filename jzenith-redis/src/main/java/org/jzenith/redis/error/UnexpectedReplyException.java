package org.jzenith.redis.error;

import org.jspecify.annotations.Nullable;

/** Thrown when a reply cannot be read as what the caller asked for: it has another type, is too large, or its JSON does not fit the class. */
public final class UnexpectedReplyException extends RedisException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param command the name of the command
     * @param reason what does not fit, without keys and values
     * @param cause null if there is none
     */
    public UnexpectedReplyException(final String command, final String reason, final @Nullable Throwable cause) {
        super(command, reason, cause);
    }
}
