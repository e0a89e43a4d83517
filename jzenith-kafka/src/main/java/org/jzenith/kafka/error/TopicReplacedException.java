package org.jzenith.kafka.error;

/**
 * Logged when a topic was deleted and created again with the same name while a group was reading it. jZenith stops reading the topic until the
 * application is restarted, because the group's positions belong to the deleted topic.
 */
public final class TopicReplacedException extends KafkaException {

    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message names the topic, and says what to do
     */
    public TopicReplacedException(final String message) {
        super(message, null);
    }
}
