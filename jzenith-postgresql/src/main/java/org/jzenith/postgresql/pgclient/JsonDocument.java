package org.jzenith.postgresql.pgclient;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents of any depth. Numbers keep all their digits. The parsers share no table of names, which one client could fill for
 * the documents of others.
 */
final class JsonDocument {

    /** More digits than a number of jsonb can have. The time to read a longer one would grow faster than its length. */
    private static final int MOST_DIGITS = 150_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(MOST_DIGITS)
                    .build())
            .build();

    private JsonDocument() {}

    /** Returns a JSON object, array, string, number, boolean or {@link Tuple#JSON_NULL}. */
    static Object read(final String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            final Deque<Container> open = new ArrayDeque<>();
            while (true) {
                final JsonToken token = parser.nextToken();
                final Object value;
                if (token == null) {
                    throw new IOException("The document has no end.");
                } else if (token.isStructStart()) {
                    open.push(new Container(token == JsonToken.START_ARRAY));
                    continue;
                } else if (token == JsonToken.FIELD_NAME) {
                    open.element().name = parser.currentName();
                    continue;
                } else if (token.isStructEnd()) {
                    value = open.pop().value();
                } else {
                    value = scalar(parser, token);
                }
                if (open.isEmpty()) {
                    return value == null ? Tuple.JSON_NULL : value;
                }
                open.element().add(value);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Object scalar(final JsonParser parser, final JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            default -> parser.getText();
        };
    }

    /** An object or array whose end has not been read. */
    private static final class Container {

        private final @Nullable List<@Nullable Object> list;
        private final Map<String, @Nullable Object> map;
        private String name = "";

        Container(final boolean isArray) {
            list = isArray ? new ArrayList<>() : null;
            map = isArray ? Map.of() : new LinkedHashMap<>();
        }

        void add(final @Nullable Object value) {
            if (list == null) {
                map.put(name, value);
            } else {
                list.add(value);
            }
        }

        Object value() {
            return list == null ? new JsonObject(map) : new JsonArray(list);
        }
    }
}
