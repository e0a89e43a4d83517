package org.jzenith.kafka.internal.topic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Writes values as JSON. Safe for use by many threads. */
final class JsonValueSerializer<V> implements Serializer<V> {

    private final ObjectWriter writer;

    JsonValueSerializer(final ObjectWriter writer) {
        this.writer = writer;
    }

    @Override
    public byte @Nullable [] serialize(final String topic, final @Nullable V value) {
        if (value == null) {
            return null;
        }
        try {
            return writer.writeValueAsBytes(value);
        } catch (final JsonProcessingException e) {
            // The message of Jackson may have a part of the value.
            throw new SerializationException("A " + value.getClass().getName() + " cannot be written as JSON: "
                    + e.getClass().getSimpleName());
        }
    }
}
