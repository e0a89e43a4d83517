package org.jzenith.kafka.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a retry does not help: the user has no permission, the topic does not exist, the record is too large, the serializer fails, or
 * another producer has taken over the transactional id. To distinguish these cases, use the {@linkplain #getCause cause}, which is the
 * library's exception.
 */
public final class KafkaRefusedException extends KafkaException {

    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message the reason, without keys and values
     * @param cause the library's exception, if there is one
     */
    public KafkaRefusedException(final String message, final @Nullable Throwable cause) {
        super(message, cause);
    }
}
