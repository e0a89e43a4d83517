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
     * Sends a record at each subscription. It is stored once, even if the producer repeats the request. The result arrives when all in-sync
     * replicas have the record.
     *
     * @param key Kafka's default partitioner chooses the partition by it; records with the same key keep the order in which one event loop
     *     subscribes; null for any partition
     * @param value null for a tombstone
     * @param headers text by name
     * @return the partition and offset of the record; fails with a {@link org.jzenith.kafka.error.KafkaException}
     */
    Single<RecordMetadata> send(@Nullable String key, @Nullable V value, Map<String, String> headers);

    /**
     * Sends a record without headers.
     *
     * @param key chooses the partition; null for any partition
     * @param value null for a tombstone
     * @return the partition and offset of the record; fails with a {@link org.jzenith.kafka.error.KafkaException}
     */
    default Single<RecordMetadata> send(final @Nullable String key, final @Nullable V value) {
        return send(key, value, Map.of());
    }

    /**
     * Returns a group of consumers, which reads nothing until {@link KafkaGroup#handle} is called. All instances with a group of this name share
     * the partitions.
     *
     * @param name the {@code group.id}
     * @return the group
     */
    KafkaGroup<V> group(String name);
}
