package org.jzenith.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** A transaction of {@link Kafka#transaction} or {@link KafkaGroup#handleInTransaction}. Safe for use by many threads until it ends. */
@CheckReturnValue
public interface KafkaTransaction {

    /**
     * Sends a record in the transaction, at each subscription.
     *
     * @param topic a topic of {@link Kafka#topic}
     * @param key chooses the partition; null for any partition
     * @param value the value; null for a tombstone
     * @param headers the headers by name
     * @param <V> the class of the value
     * @return the partition and offset of the record, before the commit
     */
    <V> Single<RecordMetadata> send(
            KafkaTopic<V> topic, @Nullable String key, @Nullable V value, Map<String, String> headers);

    /**
     * Sends a record without headers in the transaction.
     *
     * @param topic a topic of {@link Kafka#topic}
     * @param key chooses the partition; null for any partition
     * @param value the value; null for a tombstone
     * @param <V> the class of the value
     * @return the partition and offset of the record, before the commit
     */
    default <V> Single<RecordMetadata> send(
            final KafkaTopic<V> topic, final @Nullable String key, final @Nullable V value) {
        return send(topic, key, value, Map.of());
    }
}
