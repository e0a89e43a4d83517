package org.jzenith.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A topic of {@link Kafka}. Safe for use by many threads.
 *
 * @param <V> the class of the values
 */
@CheckReturnValue
public interface KafkaTopic<V> {

    /**
     * Returns the name.
     *
     * @return the name of the topic
     */
    String name();

    /**
     * Sends a record, once also when the producer repeats a request. All replicas that are in sync have it when the result arrives.
     *
     * @param key records with the same key are in one partition, in the order of the subscriptions on one event loop; null for any partition
     * @param value null for a tombstone
     * @param headers text by name
     * @return where it is stored; fails with a {@link org.jzenith.kafka.error.KafkaException}
     */
    Single<RecordMetadata> send(@Nullable String key, @Nullable V value, Map<String, String> headers);

    /**
     * Sends a record without headers.
     *
     * @param key as above
     * @param value as above
     * @return as above
     */
    default Single<RecordMetadata> send(final @Nullable String key, final @Nullable V value) {
        return send(key, value, Map.of());
    }

    /**
     * Returns a group of consumers: each partition is read by one of them at a time, on whatever instance.
     *
     * @param name the name of the group in the brokers
     * @return the group
     */
    KafkaGroup<V> group(String name);
}
