package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jzenith.core.page.SortOrder;

/** The schemas of parameters, which Jakarta REST converts from text. */
final class ParameterSchemas {

    private static final Map<Class<?>, String> FORMATS = Map.ofEntries(
            Map.entry(UUID.class, "uuid"),
            Map.entry(LocalDate.class, "date"),
            Map.entry(LocalDateTime.class, "date-time-local"),
            Map.entry(LocalTime.class, "time-local"),
            Map.entry(Instant.class, "date-time"),
            Map.entry(OffsetDateTime.class, "date-time"),
            Map.entry(ZonedDateTime.class, "date-time"));

    private ParameterSchemas() {}

    /** Returns the schema of a parameter's declared type. */
    static ObjectNode of(final Type type) {
        final ObjectNode schema = JsonNodeFactory.instance.objectNode();
        final Class<?> raw = BodyKind.raw(type);
        if (type instanceof final GenericArrayType array) {
            schema.put("type", "array").set("items", of(array.getGenericComponentType()));
        } else if (raw.isArray() && raw != byte[].class && raw != char[].class) {
            schema.put("type", "array").set("items", of(raw.getComponentType()));
        } else if (Collection.class.isAssignableFrom(raw)) {
            schema.put("type", "array").set("items", of(argument(type)));
        } else if (raw == Optional.class) {
            return of(argument(type));
        } else if (raw.isEnum()) {
            schema.put("type", "string");
            if (readsNames(raw)) {
                Arrays.stream(raw.getEnumConstants())
                        .forEach(each -> schema.withArray("enum").add(((Enum<?>) each).name()));
            }
        } else if (raw == SortOrder.class) {
            schema.put("type", "string").put("pattern", sortPattern(BodyKind.raw(argument(type))));
        } else if (raw == int.class || raw == Integer.class || raw == OptionalInt.class) {
            integer(schema, "int32", Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (raw == long.class || raw == Long.class || raw == OptionalLong.class) {
            integer(schema, "int64", Long.MIN_VALUE, Long.MAX_VALUE);
        } else if (raw == short.class || raw == Short.class) {
            integer(schema, "int32", Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (raw == byte.class || raw == Byte.class) {
            integer(schema, "int32", Byte.MIN_VALUE, Byte.MAX_VALUE);
        } else if (raw == BigInteger.class) {
            schema.put("type", "integer");
        } else if (raw == double.class || raw == Double.class || raw == OptionalDouble.class) {
            schema.put("type", "number").put("format", "double");
        } else if (raw == float.class || raw == Float.class) {
            schema.put("type", "number").put("format", "float");
        } else if (raw == BigDecimal.class) {
            schema.put("type", "number");
        } else if (raw == boolean.class || raw == Boolean.class) {
            schema.put("type", "boolean");
        } else if (raw == char.class || raw == Character.class) {
            schema.put("type", "string").put("minLength", 1).put("maxLength", 1);
        } else {
            schema.put("type", "string");
            if (FORMATS.containsKey(raw)) {
                schema.put("format", FORMATS.get(raw));
            }
        }
        return schema;
    }

    /** Returns the pattern of names with commas between them. */
    private static String sortPattern(final Class<?> names) {
        final String name = Arrays.stream(names.getEnumConstants())
                .map(each -> ((Enum<?>) each).name())
                .collect(Collectors.joining("|", "-?(", ")"));
        return "^" + name + "(," + name + ")*$";
    }

    private static Type argument(final Type type) {
        return type instanceof final ParameterizedType generic ? generic.getActualTypeArguments()[0] : String.class;
    }

    /** Returns false for an enum with a method {@code fromString}, which may read other texts. */
    private static boolean readsNames(final Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .noneMatch(each -> each.getName().equals("fromString") && each.getParameterCount() == 1);
    }

    private static void integer(final ObjectNode schema, final String format, final long min, final long max) {
        schema.put("type", "integer").put("format", format).put("minimum", min).put("maximum", max);
    }
}
