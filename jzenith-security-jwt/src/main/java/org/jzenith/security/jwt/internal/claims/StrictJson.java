package org.jzenith.security.jwt.internal.claims;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON objects that must leave no doubt: no repeated members, no deep nesting, nothing after the object. Safe for use by many
 * threads.
 */
public final class StrictJson {

    private static final int MAX_DEPTH = 16;
    private static final int MAX_DIGITS = 64;

    private final ObjectReader reader = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    // names come from clients, and the symbol table would be shared by all of them
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_DIGITS)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(Map.class);

    /** A text that is not such an object. It has no stack trace. */
    public static final class StrictJsonException extends Exception {

        private static final long serialVersionUID = 1L;

        StrictJsonException() {
            super(
                    "malformed (expected: a JSON object without repeated members, nested at most " + MAX_DEPTH
                            + " levels)",
                    null,
                    false,
                    false);
        }
    }

    /**
     * Reads an object.
     *
     * @param text JSON
     * @return unmodifiable, with all its maps and lists
     * @throws StrictJsonException if it is not an object, has a repeated member, or is nested more than 16 levels
     */
    public Map<String, Object> read(final String text) throws StrictJsonException {
        try {
            if (reader.readValue(text) instanceof final Map<?, ?> object) {
                return unmodifiable(object);
            }
        } catch (final JsonProcessingException e) {
            // its message may have a part of the token
        }
        throw new StrictJsonException();
    }

    private static Map<String, Object> unmodifiable(final Map<?, ?> object) {
        final Map<String, Object> copy = new LinkedHashMap<>();
        object.forEach((key, value) -> {
            if (value != null) {
                copy.put((String) key, unmodifiableValue(value));
            }
        });
        return Collections.unmodifiableMap(copy);
    }

    private static Object unmodifiableValue(final Object value) {
        if (value instanceof final Map<?, ?> object) {
            return unmodifiable(object);
        }
        if (value instanceof final List<?> list) {
            final List<Object> copy = new ArrayList<>(list.size());
            for (final @Nullable Object each : list) {
                if (each != null) {
                    copy.add(unmodifiableValue(each));
                }
            }
            return Collections.unmodifiableList(copy);
        }
        return value;
    }
}
