package org.jzenith.messages.observe;

import java.time.Duration;
import org.jzenith.core.observe.Event;

/**
 * An event in the life of a message. A delivery to a consumer is also a {@link org.jzenith.core.observe.WorkEvent} of the kind {@code message}.
 */
public sealed interface MessageEvent extends Event {

    /**
     * Returns the topic's name.
     *
     * @return the name of the topic
     */
    String topic();

    /**
     * Returns the message's id.
     *
     * @return the id of the message
     */
    String id();

    /**
     * The engine has stored a message.
     *
     * @param topic the name of the topic
     * @param id the id of the message
     * @param engine the name of the engine
     * @param bytes the size of the body, in bytes
     */
    record Sent(String topic, String id, String engine, int bytes) implements MessageEvent {}

    /**
     * A consumer on this instance has received a message, which now waits to be handled.
     *
     * @param topic the name of the topic
     * @param id the id of the message
     * @param consumer the name of the consumer
     * @param age the time since publishing, by the clocks of the publisher and of this instance
     */
    record Received(String topic, String id, String consumer, Duration age) implements MessageEvent {}

    /**
     * A consumer has handled a message.
     *
     * @param topic the name of the topic
     * @param id the id of the message
     * @param consumer the name of the consumer
     * @param attempts the number of deliveries
     * @param duration the duration of the last delivery
     */
    record Handled(String topic, String id, String consumer, int attempts, Duration duration) implements MessageEvent {}

    /**
     * A delivery has failed. The message is delivered again, unless {@link Dead} follows.
     *
     * @param topic the name of the topic
     * @param id the id of the message
     * @param consumer the name of the consumer
     * @param attempt the number of the delivery, from 1
     * @param error the cause
     */
    record Failed(String topic, String id, String consumer, int attempt, Throwable error) implements MessageEvent {}

    /**
     * A message has become a dead letter.
     *
     * @param topic the name of the topic
     * @param id the id of the message
     * @param consumer the name of the consumer
     * @param attempts the number of deliveries
     * @param error the cause
     */
    record Dead(String topic, String id, String consumer, int attempts, Throwable error) implements MessageEvent {}
}
