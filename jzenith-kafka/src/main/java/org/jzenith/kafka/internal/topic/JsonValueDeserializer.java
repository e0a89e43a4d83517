package org.jzenith.kafka.internal.topic;

import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads values that are JSON. Safe for use by many threads. */
final class JsonValueDeserializer<V> implements Deserializer<V> {

    private final ObjectReader reader;
    private final Class<V> type;

    JsonValueDeserializer(final ObjectReader reader, final Class<V> type) {
        this.reader = reader;
        this.type = type;
    }

    @Override
    public @Nullable V deserialize(final String topic, final byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        final V read;
        try {
            read = reader.readValue(value);
        } catch (final IOException | RuntimeException e) {
            // The message may have a part of the value. A deserializer of the application may throw anything.
            throw new SerializationException("The value cannot be read as " + type.getName() + ": "
                    + e.getClass().getSimpleName());
        }
        if (read == null) {
            throw new SerializationException("The value is the JSON null, not a " + type.getName());
        }
        return read;
    }
}
