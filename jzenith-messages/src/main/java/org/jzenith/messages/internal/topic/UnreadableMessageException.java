package org.jzenith.messages.internal.topic;

/** A message that no further attempt can handle. */
public final class UnreadableMessageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableMessageException(final String message) {
        super(message, null, false, false);
    }
}
