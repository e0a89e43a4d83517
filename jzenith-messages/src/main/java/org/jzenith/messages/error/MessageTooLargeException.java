package org.jzenith.messages.error;

/** Thrown when a message is larger than {@code messages.TOPIC.max-size}, or its headers are too many or too long. Nothing was sent. */
public final class MessageTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param message names the limit that is exceeded
     */
    public MessageTooLargeException(final String message) {
        super(message);
    }
}
