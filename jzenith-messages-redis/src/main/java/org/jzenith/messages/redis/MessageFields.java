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

/** The fields of a stream's entry. Any client may have written them, so a field that is missing or invalid reads as an empty one. */
final class MessageFields {

    private static final ObjectMapper MAPPER = new JsonMapper();
    private static final byte[] NONE = {};

    private final Map<String, byte[]> fields = new HashMap<>();

    /** Reads names and values in turns. */
    MessageFields(final List<RedisReply> namesAndValues) {
        for (int i = 0; i + 1 < namesAndValues.size(); i += 2) {
            fields.put(text(bytes(namesAndValues.get(i))), bytes(namesAndValues.get(i + 1)));
        }
    }

    /** Returns the bytes of a value; none if it is larger than {@code redis.max-value-size}. */
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

    /** Returns 0 for a text that is not a number. */
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

    /** Returns what can be written again: without values that are null, and without halves of surrogate pairs. */
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

    /** Writes headers as a JSON object. */
    static byte[] headers(final Map<String, String> headers) {
        try {
            return MAPPER.writeValueAsBytes(headers);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "A header has half of a surrogate pair, which cannot be written as UTF-8.");
        }
    }
}
