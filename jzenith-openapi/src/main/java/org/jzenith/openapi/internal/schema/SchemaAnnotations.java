package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads {@code @Schema} and {@code @Deprecated}. */
public final class SchemaAnnotations {

    private static final JsonMapper JSON = new JsonMapper();

    private SchemaAnnotations() {}

    /** Adds the words of an element to its schema. */
    static void addTo(final ObjectNode schema, final @Nullable AnnotatedElement element) {
        if (element == null) {
            return;
        }
        final Schema annotation = element.getAnnotation(Schema.class);
        if (annotation != null) {
            add(schema, annotation);
        }
        if (element.isAnnotationPresent(Deprecated.class)) {
            schema.put("deprecated", true);
        }
    }

    /** Returns the name of a component that an element asks for; empty for none. */
    static String name(final Class<?> type) {
        final Schema annotation = type.getAnnotation(Schema.class);
        return annotation == null ? "" : annotation.name();
    }

    /**
     * Adds the keywords that an annotation has.
     *
     * @param schema receives them
     * @param annotation the annotation of a type, property or parameter
     */
    public static void add(final ObjectNode schema, final Schema annotation) {
        text(schema, "title", annotation.title());
        text(schema, "description", annotation.description());
        text(schema, "format", annotation.format());
        text(schema, "pattern", annotation.pattern());
        if (!annotation.type().isEmpty()) {
            schema.put("type", annotation.type());
        }
        if (annotation.types().length > 0) {
            Arrays.stream(annotation.types()).forEach(schema.putArray("type")::add);
        }
        if (!annotation.minimum().isEmpty()) {
            schema.put(
                    annotation.exclusiveMinimum() ? "exclusiveMinimum" : "minimum",
                    new BigDecimal(annotation.minimum()));
        }
        if (!annotation.maximum().isEmpty()) {
            schema.put(
                    annotation.exclusiveMaximum() ? "exclusiveMaximum" : "maximum",
                    new BigDecimal(annotation.maximum()));
        }
        if (annotation.minLength() > 0) {
            schema.put("minLength", annotation.minLength());
        }
        if (annotation.maxLength() < Integer.MAX_VALUE) {
            schema.put("maxLength", annotation.maxLength());
        }
        if (annotation.allowableValues().length > 0) {
            Arrays.stream(annotation.allowableValues())
                    .forEach(each -> schema.withArray("enum").add(value(each)));
        }
        if (!annotation.defaultValue().isEmpty()) {
            schema.set("default", value(annotation.defaultValue()));
        }
        if (!annotation.example().isEmpty()) {
            schema.putArray("examples").add(value(annotation.example()));
        }
        if (annotation.deprecated()) {
            schema.put("deprecated", true);
        }
        if (annotation.accessMode() == Schema.AccessMode.READ_ONLY) {
            schema.put("readOnly", true);
        } else if (annotation.accessMode() == Schema.AccessMode.WRITE_ONLY) {
            schema.put("writeOnly", true);
        }
    }

    /**
     * Reads the value of an attribute such as an example.
     *
     * @param text JSON, or any other text
     * @return the JSON, or the text itself
     */
    public static JsonNode value(final String text) {
        try {
            final JsonNode read = JSON.readTree(text);
            return read == null || read.isMissingNode() ? TextNode.valueOf(text) : read;
        } catch (final JsonProcessingException e) {
            return TextNode.valueOf(text);
        }
    }

    private static void text(final ObjectNode schema, final String keyword, final String value) {
        if (!value.isEmpty()) {
            schema.put(keyword, value);
        }
    }
}
