package org.jzenith.kafka.internal.consumer;

import org.jzenith.kafka.error.KafkaException;

/** The errors of reading. */
final class ReaderErrors {

    private ReaderErrors() {}

    /** Returns an error of the library as one of jZenith. */
    static KafkaException of(final Throwable error, final ReaderOptions options) {
        return error instanceof final KafkaException known
                ? known
                : new KafkaException("Reading " + options + " failed: " + error.getMessage(), error);
    }
}
