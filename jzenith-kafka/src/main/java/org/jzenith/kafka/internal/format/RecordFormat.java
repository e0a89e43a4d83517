package org.jzenith.kafka.internal.format;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The format of the records of a topic: keys and headers are text, values are what the serializer makes of them. Safe for use by many threads.
 *
 * @param topic the name of the topic
 * @param serializer is used by many threads, as by a producer of the library; not called for tombstones
 * @param deserializers returns a new one, for one thread; the caller closes it
 * @param <V> the class of the values
 */
public record RecordFormat<V>(String topic, Serializer<V> serializer, Supplier<Deserializer<V>> deserializers) {

    /**
     * Creates a record, with what the serializer throws as its error.
     *
     * @param key null for any partition
     * @param value null for a tombstone
     * @param headers text by name
     */
    public ProducerRecord<byte[], byte[]> record(
            final @Nullable String key, final @Nullable V value, final Map<String, String> headers) {
        final ProducerRecord<byte[], byte[]> empty = new ProducerRecord<>(topic, key == null ? null : bytes(key), null);
        headers.forEach((name, text) -> empty.headers().add(name, bytes(text)));
        return value == null
                ? empty
                : new ProducerRecord<>(
                        topic,
                        null,
                        null,
                        empty.key(),
                        serializer.serialize(topic, empty.headers(), value),
                        empty.headers());
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
