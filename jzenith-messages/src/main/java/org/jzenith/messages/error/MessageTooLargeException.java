package org.jzenith.messages.error;

/** A message is larger than {@code messages.TOPIC.max-size}, or has too many headers. Nothing was sent. */
public final class MessageTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param message says which limit it exceeds
     */
    public MessageTooLargeException(final String message) {
        super(message);
    }
}
