package org.jzenith.redis.error;

/**
 * Thrown when a command is not sent because it is invalid: a key or value is null, too large or not valid Unicode, or the command would change
 * the connection for other callers.
 */
public final class InvalidCommandException extends RedisException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param command the name of the command
     * @param reason the mistake and how to correct it, without keys and values
     */
    public InvalidCommandException(final String command, final String reason) {
        super(command, reason, null);
    }
}
