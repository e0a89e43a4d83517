package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.validation.Constraint;
import jakarta.validation.groups.Default;
import jakarta.validation.metadata.ConstraintDescriptor;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds the keywords of constraints to schemas. Constraints without a keyword are left out. */
public final class ConstraintKeywords {

    /** A character for which {@link Character#isWhitespace(char)} is false. */
    private static final String NOT_WHITESPACE =
            "[^\\u0009-\\u000d\\u001c-\\u0020\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000]";

    private static final Set<String> REFUSING_NULL = Set.of(
            "jakarta.validation.constraints.NotNull",
            "jakarta.validation.constraints.NotEmpty",
            "jakarta.validation.constraints.NotBlank");

    private ConstraintKeywords() {}

    /**
     * Adds the constraints of a place.
     *
     * @param schema the schema of the value
     * @param constraints the constraints with those that they are composed of
     * @return true if null is not valid
     */
    static boolean add(final ObjectNode schema, final List<ConstraintDescriptor<?>> constraints) {
        boolean isNullRefused = false;
        for (final ConstraintDescriptor<?> each : constraints) {
            isNullRefused |= add(schema, each.getAnnotation().annotationType(), each.getAttributes());
            isNullRefused |= add(schema, Rules.sorted(each.getComposingConstraints()));
        }
        return isNullRefused;
    }

    /**
     * Adds the constraints among annotations that are checked in the default group.
     *
     * @param schema the schema of the value
     * @param annotations the annotations of a parameter
     */
    public static void addAnnotations(final ObjectNode schema, final List<Annotation> annotations) {
        for (final Annotation each : annotations) {
            final Class<? extends Annotation> type = each.annotationType();
            if (type.isAnnotationPresent(Constraint.class)) {
                final Map<String, Object> attributes = attributes(each);
                final Class<?>[] groups = (Class<?>[]) attributes.getOrDefault("groups", new Class<?>[0]);
                if (groups.length == 0 || Arrays.asList(groups).contains(Default.class)) {
                    add(schema, type, attributes);
                    addAnnotations(
                            schema,
                            Arrays.stream(type.getAnnotations())
                                    .filter(meta -> meta.annotationType().isAnnotationPresent(Constraint.class))
                                    .toList());
                }
            }
        }
    }

    /**
     * Adds a regular expression of Java, unless JSON Schema has no equal one.
     *
     * @param schema the schema of a text
     * @param expression matches the whole text
     */
    public static void addExpression(final ObjectNode schema, final String expression) {
        JavaPattern.translated(expression).ifPresent(pattern -> addPattern(schema, pattern));
    }

    private static Map<String, Object> attributes(final Annotation annotation) {
        final Map<String, Object> all = new HashMap<>();
        for (final Method attribute : annotation.annotationType().getDeclaredMethods()) {
            try {
                if (attribute.getParameterCount() == 0) {
                    attribute.setAccessible(true);
                    all.put(attribute.getName(), attribute.invoke(annotation));
                }
            } catch (final ReflectiveOperationException | RuntimeException e) {
                all.remove(attribute.getName()); // An attribute that cannot be read adds no keyword.
            }
        }
        return all;
    }

    private static boolean add(
            final ObjectNode schema, final Class<? extends Annotation> type, final Map<String, Object> attributes) {
        final String name = type.getName();
        switch (name) {
            case "jakarta.validation.constraints.NotEmpty" -> addSize(schema, 1, Integer.MAX_VALUE);
            case "jakarta.validation.constraints.NotBlank" -> {
                raise(schema, "minLength", 1);
                addPattern(schema, NOT_WHITESPACE);
            }
            case "jakarta.validation.constraints.Size",
                    "org.hibernate.validator.constraints.Length",
                    "org.hibernate.validator.constraints.CodePointLength" ->
                addSize(schema, (int) number(attributes, "min"), (int) number(attributes, "max"));
            case "jakarta.validation.constraints.Min" -> raise(schema, "minimum", number(attributes, "value"));
            case "jakarta.validation.constraints.Max" -> limit(schema, "maximum", number(attributes, "value"));
            case "jakarta.validation.constraints.DecimalMin" ->
                addBound(schema, "minimum", "exclusiveMinimum", attributes);
            case "jakarta.validation.constraints.DecimalMax" ->
                addBound(schema, "maximum", "exclusiveMaximum", attributes);
            case "jakarta.validation.constraints.Positive" ->
                schema.put("exclusiveMinimum", 0).remove("minimum");
            case "jakarta.validation.constraints.PositiveOrZero" -> raise(schema, "minimum", 0);
            case "jakarta.validation.constraints.Negative" ->
                schema.put("exclusiveMaximum", 0).remove("maximum");
            case "jakarta.validation.constraints.NegativeOrZero" -> limit(schema, "maximum", 0);
            case "jakarta.validation.constraints.Digits" ->
                addDigits(schema, (int) number(attributes, "integer"), (int) number(attributes, "fraction"));
            case "jakarta.validation.constraints.Pattern" -> addJavaPattern(schema, attributes);
            case "jakarta.validation.constraints.Email" -> addFormat(schema, "email");
            case "org.hibernate.validator.constraints.URL" -> addFormat(schema, "uri");
            case "org.hibernate.validator.constraints.UUID" -> addFormat(schema, "uuid");
            case "org.hibernate.validator.constraints.UniqueElements" -> schema.put("uniqueItems", true);
            case "jakarta.validation.constraints.AssertTrue" -> schema.put("const", true);
            case "jakarta.validation.constraints.AssertFalse" -> schema.put("const", false);
            default -> {} // it says nothing that a schema could
        }
        return REFUSING_NULL.contains(name);
    }

    private static long number(final Map<String, Object> attributes, final String name) {
        return attributes.get(name) instanceof final Number number ? number.longValue() : 0;
    }

    private static void addSize(final ObjectNode schema, final int min, final int max) {
        final String type = schema.path("type").asText();
        final String unit = type.equals("array") ? "Items" : type.equals("object") ? "Properties" : "Length";
        final boolean isBase64 = schema.path("contentEncoding").asText().equals("base64");
        if (min > 0) {
            raise(schema, "min" + unit, isBase64 ? inBase64(min) : min);
        }
        if (max < Integer.MAX_VALUE) {
            limit(schema, "max" + unit, isBase64 ? inBase64(max) : max);
        }
    }

    /** Returns the number of characters for a number of bytes; four for each three started. */
    private static long inBase64(final long bytes) {
        return (bytes + 2) / 3 * 4;
    }

    /** Sets a lower bound, unless a higher one is there. */
    private static void raise(final ObjectNode schema, final String keyword, final long value) {
        if (!schema.has(keyword) || schema.get(keyword).asLong() < value) {
            schema.put(keyword, value);
        }
    }

    /** Sets an upper bound, unless a lower one is there. */
    private static void limit(final ObjectNode schema, final String keyword, final long value) {
        if (!schema.has(keyword) || schema.get(keyword).asLong() > value) {
            schema.put(keyword, value);
        }
    }

    private static void addBound(
            final ObjectNode schema,
            final String inclusive,
            final String exclusive,
            final Map<String, Object> attributes) {
        final boolean isInclusive = !Boolean.FALSE.equals(attributes.get("inclusive"));
        schema.put(isInclusive ? inclusive : exclusive, new BigDecimal(String.valueOf(attributes.get("value"))));
        if (!isInclusive) {
            schema.remove(inclusive);
        }
    }

    private static void addDigits(final ObjectNode schema, final int integer, final int fraction) {
        final String type = schema.path("type").asText();
        if (type.equals("integer") || type.equals("number")) {
            final BigDecimal bound = BigDecimal.ONE.movePointRight(integer);
            schema.put("exclusiveMaximum", bound);
            schema.put("exclusiveMinimum", bound.negate());
            if (type.equals("number")) {
                schema.put("multipleOf", BigDecimal.ONE.movePointLeft(fraction));
            }
        }
    }

    private static void addJavaPattern(final ObjectNode schema, final Map<String, Object> attributes) {
        final String expression = String.valueOf(attributes.get("regexp"));
        final Object flags = attributes.get("flags");
        final boolean hasFlags = flags instanceof final Object[] given && given.length > 0;
        if (!hasFlags) {
            addExpression(schema, expression);
        }
    }

    private static void addPattern(final ObjectNode schema, final String pattern) {
        final @Nullable String other =
                schema.has("pattern") ? schema.get("pattern").asText() : null;
        if (other == null) {
            schema.put("pattern", pattern);
        } else if (!other.equals(pattern)) {
            schema.withArray("allOf").addObject().put("pattern", pattern);
        }
    }

    private static void addFormat(final ObjectNode schema, final String format) {
        if (!schema.has("format")) {
            schema.put("format", format);
        }
    }
}
