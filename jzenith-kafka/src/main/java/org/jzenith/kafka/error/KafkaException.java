package org.jzenith.kafka.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a call of Kafka fails. Its subtypes are the failures that applications handle differently. The message names the reason and the
 * topic, but never a key or value, so it is safe in logs. The cause is the library's exception.
 */
public class KafkaException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message the reason, without keys and values
     * @param cause the library's exception, if there is one
     */
    public KafkaException(final String message, final @Nullable Throwable cause) {
        super(message, cause);
    }

    KafkaException(final String message, final @Nullable Throwable cause, final boolean traced) {
        super(message, cause, true, traced);
    }
}
