package org.jzenith.kafka.error;

import org.jspecify.annotations.Nullable;

/** Kafka could not do what was asked. Its subclasses say more; the cause is the library's exception. */
public class KafkaException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Creates it.
     *
     * @param message the reason, without keys and values
     * @param cause the library's exception, if there is one
     */
    public KafkaException(final String message, final @Nullable Throwable cause) {
        super(message, cause);
    }
}
