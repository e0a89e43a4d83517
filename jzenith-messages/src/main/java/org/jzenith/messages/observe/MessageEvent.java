package org.jzenith.messages.observe;

import java.time.Duration;
import org.jzenith.core.observe.Event;

/** An event of a message. A delivery to a consumer is also a {@link org.jzenith.core.observe.WorkEvent} of the kind {@code message}. */
public sealed interface MessageEvent extends Event {

    /**
     * Returns the topic.
     *
     * @return its name
     */
    String topic();

    /**
     * Returns the message.
     *
     * @return its id
     */
    String id();

    /**
     * The engine has stored a message.
     *
     * @param topic the topic
     * @param id the message
     * @param engine the name of the engine
     * @param bytes the size of its body
     */
    record Sent(String topic, String id, String engine, int bytes) implements MessageEvent {}

    /**
     * A consumer of this instance has a message, which now waits for its turn.
     *
     * @param topic the topic
     * @param id the message
     * @param consumer the consumer
     * @param age the time since it was published, by the clocks of the publisher and of this instance
     */
    record Received(String topic, String id, String consumer, Duration age) implements MessageEvent {}

    /**
     * A consumer has handled a message.
     *
     * @param topic the topic
     * @param id the message
     * @param consumer the consumer
     * @param attempts the number of deliveries
     * @param duration of the last delivery
     */
    record Handled(String topic, String id, String consumer, int attempts, Duration duration) implements MessageEvent {}

    /**
     * A delivery has failed. The message is delivered again, unless {@link Dead} follows.
     *
     * @param topic the topic
     * @param id the message
     * @param consumer the consumer
     * @param attempt the number of the delivery, from 1
     * @param error the cause
     */
    record Failed(String topic, String id, String consumer, int attempt, Throwable error) implements MessageEvent {}

    /**
     * A message has become a dead letter.
     *
     * @param topic the topic
     * @param id the message
     * @param consumer the consumer
     * @param attempts the number of deliveries
     * @param error the cause
     */
    record Dead(String topic, String id, String consumer, int attempts, Throwable error) implements MessageEvent {}
}
