package org.jzenith.kafka.error;

/**
 * Logged when a topic was deleted and created again with the same name while it was read. jZenith stops reading it until the application is
 * restarted, because the positions of the group belong to the deleted topic.
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
