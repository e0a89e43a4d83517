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
     * @param key chooses the partition, with Kafka's default partitioner; null for any partition. Records that the same event loop sends with
     *     the same key keep their order
     * @param value the value; null for a tombstone
     * @param headers the headers by name
     * @return the partition and offset of the record; fails with a {@link org.jzenith.kafka.error.KafkaException}
     */
    Single<RecordMetadata> send(@Nullable String key, @Nullable V value, Map<String, String> headers);

    /**
     * Sends a record without headers.
     *
     * @param key chooses the partition; null for any partition
     * @param value the value; null for a tombstone
     * @return the partition and offset of the record; fails with a {@link org.jzenith.kafka.error.KafkaException}
     */
    default Single<RecordMetadata> send(final @Nullable String key, final @Nullable V value) {
        return send(key, value, Map.of());
    }

    /**
     * Returns a consumer group, which reads nothing until {@link KafkaGroup#handle} is called. All instances with a group of this name share
     * the partitions.
     *
     * @param name the name of the group ({@code group.id})
     * @return the group
     */
    KafkaGroup<V> group(String name);
}
