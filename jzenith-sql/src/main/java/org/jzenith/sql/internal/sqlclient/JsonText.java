package org.jzenith.sql.internal.sqlclient;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;

/** A JSON document that is sent as it is written. The library sends a JSON value as Jackson serializes it. */
public record JsonText(String text) implements JsonSerializable {

    @Override
    public void serialize(final JsonGenerator generator, final SerializerProvider serializers) throws IOException {
        generator.writeRawValue(text);
    }

    @Override
    public void serializeWithType(
            final JsonGenerator generator, final SerializerProvider serializers, final TypeSerializer type)
            throws IOException {
        serialize(generator, serializers);
    }

    /** Returns the document. */
    @Override
    public String toString() {
        return text;
    }
}
