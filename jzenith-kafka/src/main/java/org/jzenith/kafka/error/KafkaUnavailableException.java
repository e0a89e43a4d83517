package org.jzenith.kafka.error;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when no broker has confirmed a request within {@code kafka.request-timeout}, because no broker can be reached or responds, or because
 * too few replicas are in sync. The record may still have been stored, or the transaction committed. Also thrown when a transaction was aborted
 * because its work took longer than {@code kafka.transaction.timeout}, and for records sent while the application stops.
 */
public final class KafkaUnavailableException extends KafkaException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message the reason, without keys and values
     * @param cause the library's exception, if there is one
     */
    public KafkaUnavailableException(final String message, final @Nullable Throwable cause) {
        super(message, cause, false);
    }
}
