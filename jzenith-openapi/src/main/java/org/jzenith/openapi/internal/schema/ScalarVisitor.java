package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatTypes;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitable;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNullFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonValueFormat;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects the format of a value that a serializer writes, except the properties of an object. */
final class ScalarVisitor extends JsonFormatVisitorWrapper.Base {

    private final ObjectNode schema;
    private final Function<JavaType, ObjectNode> types;

    /**
     * @param schema receives the keywords
     * @param types makes the schema of a type inside the value
     * @param provider finds the serializers of values inside
     */
    ScalarVisitor(
            final ObjectNode schema, final Function<JavaType, ObjectNode> types, final SerializerProvider provider) {
        super(provider);
        this.schema = schema;
        this.types = types;
    }

    @Override
    public @Nullable JsonObjectFormatVisitor expectObjectFormat(final JavaType type) {
        schema.setAll(types.apply(type));
        return null;
    }

    @Override
    public JsonArrayFormatVisitor expectArrayFormat(final JavaType type) {
        schema.put("type", "array");
        return new JsonArrayFormatVisitor.Base(getProvider()) {
            @Override
            public void itemsFormat(final JsonFormatVisitable handler, final JavaType elementType) {
                schema.set("items", types.apply(elementType));
            }

            @Override
            public void itemsFormat(final JsonFormatTypes format) {
                schema.putObject("items").put("type", format.value());
            }
        };
    }

    @Override
    public JsonStringFormatVisitor expectStringFormat(final JavaType type) {
        schema.put("type", "string");
        return new JsonStringFormatVisitor.Base() {
            @Override
            public void format(final JsonValueFormat format) {
                schema.put("format", format.toString());
            }

            @Override
            public void enumTypes(final Set<String> enums) {
                enums.forEach(schema.withArray("enum")::add);
            }
        };
    }

    @Override
    public JsonNumberFormatVisitor expectNumberFormat(final JavaType type) {
        schema.put("type", "number");
        return new JsonNumberFormatVisitor.Base() {
            @Override
            public void numberType(final JsonParser.NumberType kind) {
                if (kind == JsonParser.NumberType.DOUBLE || kind == JsonParser.NumberType.FLOAT) {
                    schema.put("format", kind == JsonParser.NumberType.DOUBLE ? "double" : "float");
                }
            }
        };
    }

    @Override
    public JsonIntegerFormatVisitor expectIntegerFormat(final JavaType type) {
        schema.put("type", "integer");
        return new JsonIntegerFormatVisitor.Base() {
            @Override
            public void numberType(final JsonParser.NumberType kind) {
                if (kind == JsonParser.NumberType.INT) {
                    schema.put("format", "int32")
                            .put("minimum", Integer.MIN_VALUE)
                            .put("maximum", Integer.MAX_VALUE);
                } else if (kind == JsonParser.NumberType.LONG) {
                    schema.put("format", "int64").put("minimum", Long.MIN_VALUE).put("maximum", Long.MAX_VALUE);
                }
            }

            @Override
            public void format(final JsonValueFormat format) {
                schema.put("format", format.toString());
            }
        };
    }

    @Override
    public @Nullable JsonBooleanFormatVisitor expectBooleanFormat(final JavaType type) {
        schema.put("type", "boolean");
        return null;
    }

    @Override
    public @Nullable JsonNullFormatVisitor expectNullFormat(final JavaType type) {
        schema.put("type", "null");
        return null;
    }

    @Override
    public JsonMapFormatVisitor expectMapFormat(final JavaType type) {
        schema.put("type", "object");
        return new JsonMapFormatVisitor.Base(getProvider()) {
            @Override
            public void valueFormat(final JsonFormatVisitable handler, final JavaType valueType) {
                schema.set("additionalProperties", types.apply(valueType));
            }
        };
    }
}
