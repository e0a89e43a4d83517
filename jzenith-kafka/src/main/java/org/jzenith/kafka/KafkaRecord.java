package org.jzenith.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record of a topic, as a handler receives it. After a failure, a crash or a rebalance it may be delivered again, so a handler whose effect
 * must not happen twice stores topic, partition and offset. Safe for use by many threads if the value is.
 *
 * @param topic the name of the topic
 * @param partition from 0
 * @param offset the position in the partition, from 0
 * @param timestamp set by the producer or the broker, depending on the topic's {@code message.timestamp.type}
 * @param key null if the record has none
 * @param value null for a tombstone, with which a producer deletes a key
 * @param headers text by name; the last one if a name occurs several times
 * @param attempt 1 for the first delivery to this instance
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

    /** Returns topic, partition, offset and attempt, but neither key nor value, which do not belong in logs. */
    @Override
    public String toString() {
        return "KafkaRecord[" + topic + "-" + partition + "@" + offset + ", attempt " + attempt + "]";
    }
}
