package org.jzenith.messages.error;

/**
 * For plugins: thrown when a topic's log no longer has the messages after a position, or never issued the position. Followers get a {@code
 * Reset} instead.
 */
public final class PositionLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param message the reason
     */
    public PositionLostException(final String message) {
        super(message);
    }
}
