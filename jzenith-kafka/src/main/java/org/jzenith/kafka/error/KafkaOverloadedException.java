package org.jzenith.kafka.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when a record was not sent, because those being sent are as many, or as large, as {@code kafka.max-sends} and {@code
 * kafka.max-send-size} allow, or because no producer for a transaction became free in time. It has no stack trace, because many are created
 * under overload.
 */
public final class KafkaOverloadedException extends KafkaException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1;

    /**
     * Creates it.
     *
     * @param message the reason, with the setting
     */
    public KafkaOverloadedException(final String message) {
        super(message, null, false);
    }
}
