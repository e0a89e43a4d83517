package org.jzenith.messages.redis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.redis.RedisReply;
import org.jzenith.redis.error.UnexpectedReplyException;

/** The fields of a stream entry. Any client may have written them, so a missing or invalid field is read as an empty one. */
final class MessageFields {

    private static final ObjectMapper MAPPER = new JsonMapper();
    private static final byte[] NONE = {};

    private final Map<String, byte[]> fields = new HashMap<>();

    /** Reads alternating names and values. */
    MessageFields(final List<RedisReply> namesAndValues) {
        for (int i = 0; i + 1 < namesAndValues.size(); i += 2) {
            fields.put(text(bytes(namesAndValues.get(i))), bytes(namesAndValues.get(i + 1)));
        }
    }

    /** Returns the bytes of a value; an empty array if the value is larger than {@code redis.max-value-size}. */
    private static byte[] bytes(final RedisReply value) {
        try {
            return value.bytes().getBytes();
        } catch (final UnexpectedReplyException e) {
            return NONE;
        }
    }

    private static String text(final byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    byte[] bytes(final String field) {
        return fields.getOrDefault(field, NONE);
    }

    String text(final String field) {
        return text(bytes(field));
    }

    @Nullable
    String textOrNull(final String field) {
        return fields.containsKey(field) ? text(field) : null;
    }

    /** Returns a field as a number; 0 if it is not a number. */
    long number(final String field) {
        try {
            return Long.parseLong(text(field));
        } catch (final NumberFormatException e) {
            return 0;
        }
    }

    Instant time(final String field) {
        return Instant.ofEpochMilli(number(field));
    }

    /** Returns the headers in a form that can be written again: without null values and unpaired surrogates. */
    Map<String, String> headers() {
        final Map<String, String> headers = new HashMap<>();
        try {
            MAPPER.readTree(bytes("headers")).properties().forEach(each -> {
                if (!each.getValue().isNull()) {
                    headers.put(
                            writable(each.getKey()), writable(each.getValue().asText()));
                }
            });
        } catch (final IOException e) {
            return Map.of();
        }
        return headers;
    }

    private static String writable(final String text) {
        return text(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns headers as a JSON object. */
    static byte[] headers(final Map<String, String> headers) {
        try {
            return MAPPER.writeValueAsBytes(headers);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("A header has an unpaired surrogate, which cannot be written as UTF-8.");
        }
    }
}
