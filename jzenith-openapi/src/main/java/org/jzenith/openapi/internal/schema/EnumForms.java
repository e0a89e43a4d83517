package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the texts and numbers that stand for the constants of enums: the application's mapper writes and reads each. */
final class EnumForms {

    private final ObjectMapper mapper;
    private final OutputProperties output;

    EnumForms(final ObjectMapper mapper, final OutputProperties output) {
        this.mapper = mapper;
        this.output = output;
    }

    /** Writes a value. */
    private interface Write {
        void to(TokenBuffer buffer, SerializerProvider provider) throws IOException;
    }

    /** Reads a value, and fails if it is not accepted. */
    private interface Read {
        void from(JsonParser parser, DefaultDeserializationContext context) throws IOException;
    }

    /**
     * Returns the schema of an enum.
     *
     * @param property the property at or in which the value is; null for none
     * @return without keywords if the forms are unknown
     */
    ObjectNode values(final SchemaKey use, final @Nullable BeanProperty property) {
        final Set<JsonNode> written = new LinkedHashSet<>();
        for (final Object each : use.type().getRawClass().getEnumConstants()) {
            written.add(written((buffer, provider) ->
                    serializer(use.type(), property, provider).serialize(each, buffer, provider)));
        }
        if (!use.isInput()) {
            return schema(written);
        }
        return read(
                candidates(use.type(), written),
                (parser, context) -> deserializer(use.type(), property, context).deserialize(parser, context));
    }

    /** Returns the schema of the keys of a map. */
    ObjectNode keys(final SchemaKey use, final @Nullable BeanProperty property) {
        final Set<JsonNode> written = new LinkedHashSet<>();
        for (final Object each : use.type().getRawClass().getEnumConstants()) {
            final JsonNode map = written((buffer, provider) -> {
                buffer.writeStartObject();
                provider.findKeySerializer(use.type(), property).serialize(each, buffer, provider);
                buffer.writeNull();
                buffer.writeEndObject();
            });
            map.fieldNames().forEachRemaining(name -> written.add(TextNode.valueOf(name)));
        }
        if (!use.isInput()) {
            return schema(written);
        }
        final Set<JsonNode> candidates = new LinkedHashSet<>();
        candidates(use.type(), written).forEach(each -> candidates.add(TextNode.valueOf(each.asText())));
        return read(
                candidates,
                (parser, context) ->
                        context.findKeyDeserializer(use.type(), property).deserializeKey(parser.getText(), context));
    }

    private static JsonSerializer<Object> serializer(
            final JavaType type, final @Nullable BeanProperty property, final SerializerProvider provider)
            throws IOException {
        return property instanceof final BeanPropertyWriter writer
                        && writer.getSerializer() != null
                        && writer.getType().equals(type)
                ? writer.getSerializer()
                : provider.findValueSerializer(type, property);
    }

    private static JsonDeserializer<Object> deserializer(
            final JavaType type, final @Nullable BeanProperty property, final DefaultDeserializationContext context)
            throws IOException {
        return property instanceof final SettableBeanProperty settable
                        && settable.hasValueDeserializer()
                        && settable.getType().equals(type)
                ? settable.getValueDeserializer()
                : context.findContextualValueDeserializer(type, property);
    }

    /** Returns everything that could stand for a constant. */
    private Set<JsonNode> candidates(final JavaType type, final Set<JsonNode> written) {
        final Object[] constants = type.getRawClass().getEnumConstants();
        final Set<JsonNode> all = new LinkedHashSet<>(written);
        for (final Object each : constants) {
            all.add(TextNode.valueOf(((Enum<?>) each).name()));
            all.add(TextNode.valueOf(each.toString()));
        }
        aliases(type).forEach(each -> all.add(TextNode.valueOf(each)));
        for (int i = 0; i < constants.length; i++) {
            all.add(IntNode.valueOf(i));
        }
        all.add(TextNode.valueOf(""));
        return all;
    }

    private List<String> aliases(final JavaType type) {
        final DeserializationConfig config = mapper.getDeserializationConfig();
        final Enum<?>[] constants = (Enum<?>[]) type.getRawClass().getEnumConstants();
        final String[][] found = new String[constants.length][];
        config.getAnnotationIntrospector()
                .findEnumAliases(config, config.introspectClassAnnotations(type).getClassInfo(), constants, found);
        final List<String> all = new ArrayList<>();
        for (final String[] each : found) {
            all.addAll(each == null ? List.of() : List.of(each));
        }
        return all;
    }

    /** Returns the schema of those candidates that are read, or of a text if the mapper reads more texts than these. */
    private ObjectNode read(final Set<JsonNode> candidates, final Read read) {
        final boolean isOpen = Stream.concat(
                        Stream.of("?"),
                        candidates.stream().filter(JsonNode::isTextual).map(each -> inOtherCase(each.asText())))
                .map(TextNode::valueOf)
                .anyMatch(each -> !candidates.contains(each) && isRead(each, read));
        return isOpen
                ? Schemas.node().put("type", "string")
                : schema(candidates.stream().filter(each -> isRead(each, read)).toList());
    }

    private static String inOtherCase(final String text) {
        final String upper = text.toUpperCase(Locale.ROOT);
        return text.equals(upper) ? text.toLowerCase(Locale.ROOT) : upper;
    }

    private boolean isRead(final JsonNode value, final Read read) {
        try (JsonParser parser = mapper.treeAsTokens(value)) {
            parser.nextToken();
            if (mapper.getDeserializationContext() instanceof final DefaultDeserializationContext blueprint) {
                read.from(
                        parser,
                        blueprint.createInstance(
                                mapper.getDeserializationConfig(), parser, mapper.getInjectableValues()));
                return true;
            }
            return false;
        } catch (final IOException | RuntimeException e) {
            return false;
        }
    }

    private JsonNode written(final Write write) {
        try (TokenBuffer buffer = new TokenBuffer(mapper, false)) {
            write.to(buffer, output.provider());
            return mapper.readTree(buffer.asParser());
        } catch (final IOException | RuntimeException e) {
            return mapper.nullNode();
        }
    }

    private static ObjectNode schema(final Collection<JsonNode> forms) {
        final ObjectNode schema = Schemas.node();
        final boolean isText = forms.stream().allMatch(JsonNode::isTextual);
        final boolean isNumber = forms.stream().allMatch(JsonNode::isIntegralNumber);
        if (isText != isNumber) {
            schema.put("type", isText ? "string" : "integer");
        } else if (forms.isEmpty() || !forms.stream().allMatch(each -> each.isTextual() || each.isIntegralNumber())) {
            return schema;
        }
        forms.forEach(schema.putArray("enum")::add);
        return schema;
    }
}
