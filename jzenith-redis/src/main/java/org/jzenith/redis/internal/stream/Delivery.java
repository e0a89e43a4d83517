package org.jzenith.redis.internal.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry as the server delivers it.
 *
 * @param fields names and values in turn, each a {@code byte[]}, or an error if it is too large
 * @param attempt the number of its deliveries
 */
record Delivery(String id, List<?> fields, long attempt) {

    /** The field of an entry with its value. */
    static final String VALUE = "value";

    /** Reads a list of an id and fields, which the number of deliveries may follow. */
    static Delivery of(final Object reply) {
        final List<?> parts = (List<?>) reply;
        final Object fields = parts.get(1);
        return new Delivery(
                text(parts.get(0)),
                fields instanceof final List<?> present ? present : List.of(),
                parts.size() > 2 ? (Long) parts.get(2) : 1);
    }

    static String text(final @Nullable Object value) {
        return value instanceof final byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(value);
    }

    /** Returns the bytes of its fields. */
    long size() {
        return fields.stream()
                .mapToLong(each -> each instanceof final byte[] bytes ? bytes.length : 0)
                .sum();
    }
}
