package org.jzenith.messages.internal.consumer;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.observe.MessageEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Reports what happens to the messages of a consumer, to observers and the log. */
final class ConsumerEvents {

    static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.messages.Messages");

    /** Lines about dead letters in ten seconds. */
    private static final int LINES = 10;

    private final String topic;
    private final String consumer;
    private final @Nullable EventEmitter<MessageEvent> observers;
    private final CountedWarning failures;
    private final CountedWarning dead;

    ConsumerEvents(final String topic, final String consumer, final @Nullable EventEmitter<MessageEvent> observers) {
        this.topic = topic;
        this.consumer = consumer;
        this.observers = observers;
        final String name = "the consumer '" + consumer + "' of the topic '" + topic + "'";
        this.failures = new CountedWarning(LOGGER, "A message failed in " + name + ". jZenith retries it.");
        this.dead = new CountedWarning(LOGGER, Level.ERROR, LINES, "A dead letter of " + name + " was stored:");
    }

    private void emit(final MessageEvent event) {
        if (observers != null) {
            observers.emit(event);
        }
    }

    void received(final StoredMessage message) {
        if (observers != null) {
            final Duration age = Duration.between(message.publishedAt(), Instant.now());
            emit(new MessageEvent.Received(topic, message.id(), consumer, age.isNegative() ? Duration.ZERO : age));
        }
    }

    void handled(final MessageDelivery delivery, final Duration duration) {
        emit(new MessageEvent.Handled(topic, delivery.message.id(), consumer, delivery.attempt, duration));
    }

    void failed(final MessageDelivery delivery, final Throwable error, final boolean last) {
        if (!last) {
            failures.add(error);
        }
        emit(new MessageEvent.Failed(topic, delivery.message.id(), consumer, delivery.attempt, error));
    }

    void dead(final MessageDelivery delivery, final Throwable error, final String letter) {
        dead.add(
                "",
                () -> letter + ", message " + LogText.escape(delivery.message.id()) + ", after "
                        + delivery.attempt + (delivery.attempt == 1 ? " attempt." : " attempts.")
                        + " Correct the cause, and replay the dead letter. The cause is "
                        + LogText.escape(String.valueOf(error)));
        ConsumerEvents.LOGGER.debug("The cause of the dead letter {}:", letter, error);
        emit(new MessageEvent.Dead(topic, delivery.message.id(), consumer, delivery.attempt, error));
    }
}
