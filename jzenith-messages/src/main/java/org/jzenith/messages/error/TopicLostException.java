package org.jzenith.messages.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** Thrown when the engine no longer has the log of a topic, for example because a server was restarted without its data. */
public final class TopicLostException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param message names the topic and the engine, and says what to do
     */
    public TopicLostException(final String message) {
        super(message);
    }
}
