package org.jzenith.messages.error;

/** For plugins: a position that the log of a topic no longer has, or has never issued. Followers get a {@code Reset} instead. */
public final class PositionLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param message says why
     */
    public PositionLostException(final String message) {
        super(message);
    }
}
