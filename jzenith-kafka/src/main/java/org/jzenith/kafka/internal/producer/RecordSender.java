package org.jzenith.kafka.internal.producer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Sends records whose bytes are ready, with the application's idempotent producer. Safe for use by many threads. */
@CheckReturnValue
@FunctionalInterface
public interface RecordSender {

    /**
     * Sends a record at each subscription.
     *
     * @param record with key, value and headers as they are stored
     * @return arrives on the event loop that subscribes; fails with a {@link org.jzenith.kafka.error.KafkaException}
     */
    Single<RecordMetadata> send(ProducerRecord<byte[], byte[]> record);
}
