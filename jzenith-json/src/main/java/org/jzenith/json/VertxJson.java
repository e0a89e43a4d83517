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
import java.util.function.Function;

/** Supports Vert.x's own JSON types, as bodies and inside other objects. */
final class VertxJson extends SimpleModule {

    private static final long serialVersionUID = 1L;

    VertxJson() {
        super("vertx-json");
        addSerializer(new ContentsWriter<>(JsonObject.class, JsonObject::getMap));
        addSerializer(new ContentsWriter<>(JsonArray.class, JsonArray::getList));
        addDeserializer(JsonObject.class, new ContentsReader<>(JsonObject.class, Map.class, VertxJson::object));
        addDeserializer(JsonArray.class, new ContentsReader<>(JsonArray.class, List.class, JsonArray::new));
    }

    @SuppressWarnings("unchecked") // Jackson makes a map by names
    private static JsonObject object(final Map<?, ?> members) {
        return new JsonObject((Map<String, Object>) members);
    }

    private static final class ContentsWriter<T> extends StdSerializer<T> {

        private static final long serialVersionUID = 1L;

        private final transient Function<T, Object> contents;

        ContentsWriter(final Class<T> type, final Function<T, Object> contents) {
            super(type);
            this.contents = contents;
        }

        @Override
        public void serialize(final T value, final JsonGenerator json, final SerializerProvider provider)
                throws IOException {
            provider.defaultSerializeValue(contents.apply(value), json);
        }
    }

    private static final class ContentsReader<T, C> extends StdDeserializer<T> {

        private static final long serialVersionUID = 1L;

        private final Class<C> contents;
        private final transient Function<C, T> maker;

        ContentsReader(final Class<T> type, final Class<C> contents, final Function<C, T> maker) {
            super(type);
            this.contents = contents;
            this.maker = maker;
        }

        @Override
        public T deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            return maker.apply(context.readValue(json, contents));
        }
    }
}
