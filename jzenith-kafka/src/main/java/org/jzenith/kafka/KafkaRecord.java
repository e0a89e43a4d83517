package org.jzenith.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record of a topic, as a handler receives it. After a failure, a crash or a rebalance, it can be delivered again. If a handler's effect must
 * not happen twice, store topic, partition and offset. Safe for use by many threads if the value is.
 *
 * @param topic the name of the topic
 * @param partition the number of the partition, from 0
 * @param offset the position in the partition, from 0
 * @param timestamp the time that the producer or the broker set, depending on the topic's {@code message.timestamp.type}
 * @param key the key; null if the record has none
 * @param value the value; null for a tombstone, with which a producer deletes a key
 * @param headers the headers by name; the last one if a name occurs several times
 * @param attempt the number of this delivery to this instance, from 1
 * @param <V> the class of the value
 */
@CheckReturnValue
public record KafkaRecord<V>(
        String topic,
        int partition,
        long offset,
        Instant timestamp,
        @Nullable String key,
        @Nullable V value,
        Map<String, String> headers,
        int attempt) {

    /** Copies the headers. */
    public KafkaRecord {
        headers = Map.copyOf(headers);
    }

    /** Returns topic, partition, offset and attempt, but not key and value, which do not belong in logs. */
    @Override
    public String toString() {
        return "KafkaRecord[" + topic + "-" + partition + "@" + offset + ", attempt " + attempt + "]";
    }
}
