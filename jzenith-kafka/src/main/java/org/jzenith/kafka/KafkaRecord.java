package org.jzenith.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record of a topic, as a handler receives it. The same record may be delivered again after a failure or a rebalance, so a handler whose effect
 * must not happen twice stores partition and offset. Safe for use by many threads if the value is.
 *
 * @param topic the name of the topic
 * @param partition from 0
 * @param offset the place in the partition, from 0
 * @param timestamp as the topic keeps it: of the producer or of the broker
 * @param key null if it has none
 * @param value null for a tombstone, with which a producer deletes a key
 * @param headers text by name; of several with one name the last
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

    /** Returns the place of the record only, because values do not belong into logs. */
    @Override
    public String toString() {
        return "KafkaRecord[" + topic + "-" + partition + "@" + offset + ", attempt " + attempt + "]";
    }
}
