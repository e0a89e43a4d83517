package org.jzenith.kafka.error;

/**
 * A topic was deleted and created again under the same name while it was read. It is not read any more until the application is restarted,
 * because the positions of its groups belong to the deleted one.
 */
public final class TopicReplacedException extends KafkaException {

    private static final long serialVersionUID = 1;

    /**
     * Creates it.
     *
     * @param message names the topic, and says what to do
     */
    public TopicReplacedException(final String message) {
        super(message, null);
    }
}
