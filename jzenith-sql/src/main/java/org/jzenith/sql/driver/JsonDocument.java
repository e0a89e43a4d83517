package org.jzenith.sql.driver;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON documents of a database, of any depth. Numbers keep all their digits. The parsers share no table of names, because one client
 * could fill it and slow down the documents of others. Safe for use by many threads.
 */
public final class JsonDocument {

    /** More digits than a number of jsonb can have. The time to read a longer number would grow faster than its length. */
    private static final int MOST_DIGITS = 150_000;

    private static final ObjectReader READER = new ObjectMapper(JsonFactory.builder()
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNumberLength(MOST_DIGITS)
                            .build())
                    .build())
            .readerFor(Object.class)
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private JsonDocument() {}

    /**
     * Reads a document.
     *
     * @param text the document
     * @return a {@code JsonObject}, {@code JsonArray}, string, number, boolean or {@link Tuple#JSON_NULL}
     * @throws UncheckedIOException if the text is not a document; the message may quote it
     */
    @SuppressWarnings("unchecked")
    public static Object read(final String text) {
        final Object value;
        try {
            value = READER.readValue(text);
        } catch (final JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        if (value instanceof Map<?, ?> object) {
            return new JsonObject((Map<String, Object>) object);
        }
        if (value instanceof List<?> array) {
            return new JsonArray(array);
        }
        return value == null ? Tuple.JSON_NULL : value;
    }
}
