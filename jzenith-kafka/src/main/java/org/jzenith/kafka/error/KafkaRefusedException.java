package org.jzenith.kafka.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when trying again does not help: the user has no permission, the topic does not exist, the record is too large, the serializer fails, or
 * another producer has taken over the transactional id. The {@linkplain #getCause cause} is the library's exception, which tells these apart.
 */
public final class KafkaRefusedException extends KafkaException {

    private static final long serialVersionUID = 1;

    /**
     * Creates it.
     *
     * @param message the reason, without keys and values
     * @param cause the library's exception, if there is one
     */
    public KafkaRefusedException(final String message, final @Nullable Throwable cause) {
        super(message, cause);
    }
}
