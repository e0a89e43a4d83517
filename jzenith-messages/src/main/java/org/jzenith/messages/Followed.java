package org.jzenith.messages;

/**
 * An element of the stream that {@link Messages#follow} returns.
 *
 * @param <T> the class of the messages
 */
public sealed interface Followed<T> {

    /**
     * Returns the position. Pass it to {@link Messages#follow} on any instance to continue after this element.
     *
     * @return at most 4,000 ASCII letters, digits, dots and hyphens; over Kafka about 6 characters for each partition
     */
    String position();

    /**
     * The next message of the topic.
     *
     * @param position the position of the message
     * @param message the message; its attempt is 1
     * @param <T> the class of the message
     */
    record Next<T>(String position, Message<T> message) implements Followed<T> {}

    /**
     * Messages before the next element are missing. Load the current state again, for example from the database.
     *
     * @param position the position after which the subscriber gets all messages
     * @param <T> the class of the messages
     */
    record Reset<T>(String position) implements Followed<T> {}
}
