package org.jzenith.cache.internal.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The values of one cache as JSON, by the application's ObjectMapper. Safe for use by many threads. */
public final class JsonFormat {

    private final String cache;
    private final JavaType type;
    private final ObjectWriter writer;
    private final ObjectReader reader;

    /** Creates the format of a cache. */
    public JsonFormat(final String cache, final ObjectMapper mapper, final JavaType type) {
        this.cache = cache;
        this.type = type;
        this.writer = mapper.writerFor(type);
        this.reader = mapper.readerFor(type);
    }

    /**
     * Writes a value.
     *
     * @throws IllegalStateException if Jackson cannot write it
     */
    public Buffer write(final Object value) {
        try {
            return Buffer.buffer(writer.writeValueAsBytes(value));
        } catch (final JsonProcessingException e) {
            // The message of Jackson may have a part of the value.
            throw new IllegalStateException("A value of the cache '" + cache + "' cannot be written as JSON: "
                    + e.getClass().getSimpleName() + " for " + type.toCanonical()
                    + ". A cache measures its values as JSON, and shares them as JSON.");
        }
    }

    /** Returns null if the JSON cannot be read, for example because another release of the application has written it. */
    public @Nullable Object read(final Buffer json) {
        try {
            return reader.readValue(json.getBytes());
        } catch (final IOException | RuntimeException e) {
            // A deserializer of the application may throw anything.
            return null;
        }
    }
}
