package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.validation.Validator;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of an application's types. Objects, enums and choices of types become components, to which other schemas refer. For one
 * thread.
 */
public final class Schemas {

    static final String REFERENCE = "$ref";

    private final ObjectMapper mapper;
    private final OutputProperties output;
    private final InputProperties input;
    private final ObjectSchemas objects;
    private final EnumForms enums;
    private final KeySchemas keys;

    /** The components by what they are created from, in the order in which they were first used. */
    private final Map<SchemaKey, ObjectNode> components = new LinkedHashMap<>();

    private final Map<SchemaKey, String> references = new LinkedHashMap<>();

    /**
     * Creates it without components.
     *
     * @param mapper reads and writes the bodies
     * @param validator knows the constraints
     */
    public Schemas(final ObjectMapper mapper, final Validator validator) {
        this.mapper = mapper;
        this.output = new OutputProperties(mapper);
        this.input = new InputProperties(mapper, output);
        this.objects = new ObjectSchemas(this, mapper, output, input, validator);
        this.enums = new EnumForms(mapper, output);
        this.keys = new KeySchemas(this, mapper, output, enums);
    }

    /**
     * Returns the schema of a body that is read.
     *
     * @param type the declared type
     * @param rules the constraints of the body
     * @param view the view of {@code @JsonView}; null for none
     * @return refers to components by places that {@link SchemaComponents} resolves
     */
    public ObjectNode input(final Type type, final Rules rules, final @Nullable Class<?> view) {
        return of(new SchemaKey(mapper.constructType(type), true, List.of(), view, false), rules);
    }

    /**
     * Returns the schema of a body that is written.
     *
     * @param type the declared type
     * @param rules the constraints of the result
     * @param view the view of {@code @JsonView}; null for none
     * @return refers to components by places that {@link SchemaComponents} resolves
     */
    public ObjectNode output(final Type type, final Rules rules, final @Nullable Class<?> view) {
        return of(new SchemaKey(mapper.constructType(type), false, List.of(), view, false), rules);
    }

    /**
     * Returns all components that the schemas so far refer to. To be called once, at the end.
     *
     * @param reserved names that no component gets
     * @return compared and named
     */
    public SchemaComponents components(final Set<String> reserved) {
        return SchemaComponents.of(components, references, reserved);
    }

    static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns the schema of a place with its constraints, without null. */
    ObjectNode of(final SchemaKey use, final Rules rules) {
        final ObjectNode schema = unconstrained(use.of(use.type(), rules.groups()), rules);
        ConstraintKeywords.add(schema, rules.constraints());
        return schema;
    }

    /** @param use the use, with the groups that are checked in the value */
    private ObjectNode unconstrained(final SchemaKey use, final Rules rules) {
        final JavaType type = use.type();
        final Class<?> raw = type.getRawClass();
        final Class<?> optional = KnownScalars.inOptional(raw);
        if (optional != null) {
            return nullable(unconstrained(use.of(mapper.constructType(optional), List.of()), Rules.NONE));
        }
        if (type.isReferenceType() || raw == java.util.Optional.class) {
            return nullable(of(use.of(type.containedTypeOrUnknown(0), List.of()), rules.element(0)));
        }
        final ObjectNode content = ofRawContent(raw);
        if (content != null) {
            return content;
        }
        if (type.isCollectionLikeType() || type.isArrayType()) {
            return ofList(use, rules);
        }
        if (type.isMapLikeType()) {
            return ofMap(use, rules);
        }
        if (raw.isEnum()) {
            return ofEnum(use.of(type, List.of()), rules.property());
        }
        final JavaType delegate = use.isInput() ? input.delegate(type) : null;
        if (delegate != null && !delegate.equals(type)) {
            return of(use.of(delegate, List.of()), Rules.NONE);
        }
        if (!objects.isObject(use)) {
            final boolean isAsWritten = !use.isInput() || KnownScalars.isTime(raw);
            return scalar(use, output.serializer(type, isAsWritten ? rules.property() : null), rules.property());
        }
        return ofObject(use, rules);
    }

    /** Returns the schema of binary data, characters and JSON of unknown content; null for other types. */
    private @Nullable ObjectNode ofRawContent(final Class<?> raw) {
        if (raw == char[].class && !mapper.isEnabled(SerializationFeature.WRITE_CHAR_ARRAYS_AS_JSON_ARRAYS)) {
            return node().put("type", "string");
        }
        if (raw == byte[].class || raw == Buffer.class || ByteBuffer.class.isAssignableFrom(raw)) {
            return node().put("type", "string").put("format", "byte").put("contentEncoding", "base64");
        }
        if (raw == JsonObject.class) {
            return node().put("type", "object");
        }
        if (raw == JsonArray.class) {
            final ObjectNode any = node().put("type", "array");
            any.putObject("items");
            return any;
        }
        return raw == Object.class || JsonNode.class.isAssignableFrom(raw) ? node() : null;
    }

    private ObjectNode ofList(final SchemaKey use, final Rules rules) {
        final ObjectNode list = node().put("type", "array");
        list.set("items", element(use, use.type().getContentType(), rules.element(0)));
        if (use.type().getRawClass() == char[].class && use.isInput()) {
            list.putArray("type").add("array").add("string");
        }
        return list;
    }

    private ObjectNode ofMap(final SchemaKey use, final Rules rules) {
        final ObjectNode map = node().put("type", "object");
        final ObjectNode names = keys.of(use.of(use.type().getKeyType(), List.of()), rules.property());
        if (names != null) {
            map.set("propertyNames", names);
        }
        map.set("additionalProperties", element(use, use.type().getContentType(), rules.element(1)));
        return map;
    }

    /** Returns the schema of an object, with the other forms from which it is read. */
    private ObjectNode ofObject(final SchemaKey use, final Rules rules) {
        final JavaType type = use.type();
        final List<String> others = use.isInput() ? input.otherForms(type) : List.of();
        if (!others.isEmpty() && !input.isReadFromObject(type)) {
            final ObjectNode schema = node();
            others.forEach(schema.putArray("type")::add);
            return schema;
        }
        if (!use.isInput() && objects.isWrittenAsId(type)) {
            return objects.orId(use, rules.property(), node());
        }
        final ObjectNode object = reference(use, type.getRawClass());
        if (others.isEmpty()) {
            return object;
        }
        final ObjectNode choice = node();
        choice.putArray("anyOf").add(object);
        others.forEach(each -> choice.withArray("anyOf").addObject().put("type", each));
        return choice;
    }

    /** Refers to an enum, unless the property reads or writes it in another way than its type says. */
    private ObjectNode ofEnum(final SchemaKey use, final @Nullable BeanProperty property) {
        if (property != null) {
            final ObjectNode own = enums.values(use, property);
            if (!own.equals(enums.values(use, null))) {
                return own;
            }
        }
        return reference(use, use.type().getRawClass());
    }

    /**
     * Returns the schema of an element of a list or map. The mapper reads null for one, unless a constraint or a setting refuses it; it
     * writes null if the type is declared to include it.
     */
    ObjectNode element(final SchemaKey use, final JavaType type, final Rules rules) {
        final SchemaKey inside = use.of(type, rules.groups());
        final ObjectNode schema = unconstrained(inside, rules);
        final boolean isNullRefused = ConstraintKeywords.add(schema, rules.constraints());
        final ObjectNode element = objects.orId(inside, rules.property(), schema);
        final boolean isNullPossible =
                use.isInput() ? input.readsNullElement(type, rules.property()) : Nullness.isNullable(rules.declared());
        return isNullPossible && !isNullRefused ? nullable(element) : element;
    }

    /**
     * Returns the format of a value that is not an object. What the mapper writes it also reads.
     *
     * @param property the property at or in which the value is; null for none
     */
    ObjectNode scalar(final SchemaKey use, final @Nullable Object serializer, final @Nullable BeanProperty property) {
        final ObjectNode schema = node();
        final JavaType type = use.type();
        if (serializer instanceof final JsonSerializer<?> known) {
            final ScalarVisitor visitor = new ScalarVisitor(
                    schema,
                    inside -> inside.equals(type)
                            ? node().put("type", "object")
                            : of(use.of(inside, List.of()), Rules.NONE),
                    output.provider());
            try {
                known.acceptJsonFormatVisitor(visitor, type);
            } catch (final JsonMappingException | RuntimeException e) {
                schema.removeAll(); // A serializer that cannot describe itself may write anything.
            }
        }
        final Class<?> raw = type.getRawClass();
        KnownScalars.correct(schema, raw, use.isInput());
        if (schema.path("type").asText().equals("string") && hasPattern(raw, property)) {
            schema.remove(List.of("format", "pattern"));
        }
        if (use.isInput() && (raw == BigDecimal.class || raw == BigInteger.class) && input.readsNumberFromText(raw)) {
            schema.putArray("type")
                    .add(raw == BigInteger.class ? "integer" : "number")
                    .add("string");
            schema.put(
                    "pattern", raw == BigInteger.class ? "^-?[0-9]+$" : "^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$");
        }
        return schema;
    }

    /** Returns true for a date or time that is written in its own format. */
    private boolean hasPattern(final Class<?> type, final @Nullable BeanProperty property) {
        final SerializationConfig config = mapper.getSerializationConfig();
        return (property == null ? config.getDefaultPropertyFormat(type) : property.findPropertyFormat(config, type))
                .hasPattern();
    }

    /** Refers to a component, and makes it if it is new. */
    ObjectNode reference(final SchemaKey use, final Class<?> raw) {
        if (!references.containsKey(use)) {
            references.put(use, "#/" + references.size());
            final ObjectNode schema = raw.isEnum() ? enums.values(use, null) : objects.of(use);
            if (raw.isEnum()) {
                SchemaAnnotations.addTo(schema, raw);
            }
            components.put(use, schema);
        }
        return node().put(REFERENCE, references.get(use));
    }

    private static boolean allowsNull(final ObjectNode schema) {
        for (final JsonNode type : schema.path("type")) {
            if (type.asText().equals("null")) {
                return true;
            }
        }
        for (final JsonNode choice : schema.path("anyOf")) {
            if (choice.path("type").asText().equals("null")) {
                return true;
            }
        }
        return false;
    }

    /** Returns a schema that also allows null. */
    static ObjectNode nullable(final ObjectNode schema) {
        if (schema.isEmpty() || allowsNull(schema)) {
            return schema;
        }
        final JsonNode type = schema.get("type");
        if (type != null && type.isTextual() && !schema.has("enum") && !schema.has("const")) {
            schema.putArray("type").add(type).add("null");
            return schema;
        }
        if (type != null && type.isArray()) {
            schema.withArray("type").add("null");
            return schema;
        }
        if (schema.size() == 1 && schema.has("anyOf")) {
            schema.withArray("anyOf").addObject().put("type", "null");
            return schema;
        }
        final ObjectNode choice = node();
        choice.putArray("anyOf").add(schema).addObject().put("type", "null");
        return choice;
    }
}
