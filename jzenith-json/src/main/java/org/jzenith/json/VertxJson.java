package org.jzenith.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Vert.x's own JSON types, as bodies and inside of other objects. */
final class VertxJson extends SimpleModule {

    private static final long serialVersionUID = 1L;

    VertxJson() {
        super("vertx-json");
        addSerializer(new ObjectWriter());
        addSerializer(new ArrayWriter());
        addDeserializer(JsonObject.class, new ObjectReader());
        addDeserializer(JsonArray.class, new ArrayReader());
    }

    private static final class ObjectWriter extends StdSerializer<JsonObject> {

        private static final long serialVersionUID = 1L;

        ObjectWriter() {
            super(JsonObject.class);
        }

        @Override
        public void serialize(final JsonObject value, final JsonGenerator json, final SerializerProvider provider)
                throws IOException {
            provider.defaultSerializeValue(value.getMap(), json);
        }
    }

    private static final class ArrayWriter extends StdSerializer<JsonArray> {

        private static final long serialVersionUID = 1L;

        ArrayWriter() {
            super(JsonArray.class);
        }

        @Override
        public void serialize(final JsonArray value, final JsonGenerator json, final SerializerProvider provider)
                throws IOException {
            provider.defaultSerializeValue(value.getList(), json);
        }
    }

    private static final class ObjectReader extends StdDeserializer<JsonObject> {

        private static final long serialVersionUID = 1L;

        ObjectReader() {
            super(JsonObject.class);
        }

        @Override
        @SuppressWarnings("unchecked")
        public JsonObject deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            return new JsonObject(context.readValue(json, Map.class));
        }
    }

    private static final class ArrayReader extends StdDeserializer<JsonArray> {

        private static final long serialVersionUID = 1L;

        ArrayReader() {
            super(JsonArray.class);
        }

        @Override
        public JsonArray deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            return new JsonArray(context.readValue(json, List.class));
        }
    }
}
