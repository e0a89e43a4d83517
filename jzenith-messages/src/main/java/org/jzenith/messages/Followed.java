package org.jzenith.messages;

/**
 * An element of {@link Messages#follow}.
 *
 * @param <T> the class of the messages
 */
public sealed interface Followed<T> {

    /**
     * Returns the position. {@link Messages#follow} continues after it, on any instance.
     *
     * @return ASCII letters, digits, dots and hyphens, at most 4,000; over Kafka about 6 for each partition
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
     * Messages are missing before the next element, so read the current state from where you keep it.
     *
     * @param position the position from which the subscriber gets all messages
     * @param <T> the class of the messages
     */
    record Reset<T>(String position) implements Followed<T> {}
}
