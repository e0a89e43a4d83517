package org.jzenith.messages.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;

/** Converts messages to Kafka records and back. Any client may have written a record, so missing or invalid parts are replaced. */
final class MessageRecords {

    private static final String ID = "jzenith-id";
    private static final String PUBLISHED_AT = "jzenith-published-at";
    private static final byte[] NONE = {};

    private MessageRecords() {}

    /** Returns a record without a timestamp, so that retention counts from sending, not from the publisher's time. */
    static ProducerRecord<byte[], byte[]> record(final String topic, final NewMessage message) {
        final ProducerRecord<byte[], byte[]> written =
                new ProducerRecord<>(topic, message.partition(), bytes(message.key()), message.body());
        final Headers headers = written.headers();
        headers.add(ID, bytes(message.id()));
        headers.add(PUBLISHED_AT, bytes(Long.toString(message.publishedAt().toEpochMilli())));
        add(headers, message.headers());
        return written;
    }

    static void add(final Headers headers, final Map<String, String> added) {
        added.forEach((name, value) -> headers.add(name, bytes(value)));
    }

    static byte @Nullable [] bytes(final @Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    static @Nullable String text(final byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    static StoredMessage message(final ConsumerRecord<byte[], byte[]> read) {
        final Map<String, String> headers = headers(read.headers());
        final String id = headers.remove(ID);
        final String publishedAt = headers.remove(PUBLISHED_AT);
        return new StoredMessage(
                read.offset() + 1,
                read.partition(),
                id == null || id.isEmpty() ? idOf(read) : id,
                text(read.key()),
                headers,
                body(read),
                publishedAt(publishedAt, read));
    }

    /** Returns an id with the timestamp, because a topic that is created again has the same offsets, but not the same timestamps. */
    private static String idOf(final ConsumerRecord<byte[], byte[]> read) {
        return read.topic() + "-" + read.partition() + "-" + read.offset() + "-"
                + Long.toString(read.timestamp(), Character.MAX_RADIX);
    }

    static byte[] body(final ConsumerRecord<byte[], byte[]> read) {
        final byte @Nullable [] value = read.value();
        return value == null ? NONE : value;
    }

    /** Returns the headers by name; the last one if a name occurs several times. */
    static Map<String, String> headers(final Headers headers) {
        final Map<String, String> all = new HashMap<>();
        for (final Header header : headers) {
            final String value = text(header.value());
            if (value != null) {
                all.put(header.key(), value);
            }
        }
        return all;
    }

    private static Instant publishedAt(final @Nullable String text, final ConsumerRecord<byte[], byte[]> read) {
        try {
            return Instant.ofEpochMilli(text == null ? read.timestamp() : Long.parseLong(text));
        } catch (final NumberFormatException e) {
            return Instant.ofEpochMilli(read.timestamp());
        }
    }
}
