package org.jzenith.kafka.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when nothing was sent because {@code kafka.max-sends} or {@code kafka.max-send-size} is reached, or because no producer for a
 * transaction became free within {@code kafka.transaction.acquire-timeout}. It has no stack trace, because many are created under overload.
 */
public final class KafkaOverloadedException extends KafkaException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message the reason, with the setting
     */
    public KafkaOverloadedException(final String message) {
        super(message, null, false);
    }
}
