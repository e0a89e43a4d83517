package org.jzenith.kafka.error;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when no broker has confirmed within {@code kafka.request-timeout}: it cannot be reached, does not respond, or has too few replicas
 * in sync. The record or transaction may be stored all the same.
 */
public final class KafkaUnavailableException extends KafkaException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1;

    /**
     * Creates it.
     *
     * @param message the reason, without keys and values
     * @param cause the library's exception, if there is one
     */
    public KafkaUnavailableException(final String message, final @Nullable Throwable cause) {
        super(message, cause, false);
    }
}
