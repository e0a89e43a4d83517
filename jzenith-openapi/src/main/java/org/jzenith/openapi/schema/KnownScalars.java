package org.jzenith.openapi.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The types of the JDK that Jackson describes as another type, or not at all. */
final class KnownScalars {

    /** A {@link URI} may have characters outside ASCII, as IRIs do (RFC 3987). */
    private static final Map<Class<?>, String> FORMATS = Map.of(
            LocalDateTime.class, "date-time-local",
            LocalTime.class, "time-local",
            OffsetTime.class, "time",
            Duration.class, "duration",
            Period.class, "duration",
            URI.class, "iri-reference",
            URL.class, "uri");

    private static final Map<Class<?>, String> PATTERNS = Map.of(
            YearMonth.class, "^[0-9]{4}-(0[1-9]|1[0-2])$", MonthDay.class, "^--(0[1-9]|1[0-2])-(0[1-9]|[12][0-9])$");

    private static final Map<Class<?>, Class<?>> OPTIONAL = Map.of(
            OptionalInt.class, Integer.class, OptionalLong.class, Long.class, OptionalDouble.class, Double.class);

    private static final Set<Class<?>> CHARACTERS = Set.of(char.class, Character.class);
    private static final Set<Class<?>> FLOATS = Set.of(float.class, Float.class);
    private static final Set<Class<?>> SHORTS = Set.of(short.class, Short.class);
    private static final Set<Class<?>> BYTES = Set.of(byte.class, Byte.class);

    private KnownScalars() {}

    /** Returns the type inside an optional type for primitives; null for other types. */
    static @Nullable Class<?> inOptional(final Class<?> type) {
        return OPTIONAL.get(type);
    }

    /** Corrects what a serializer says of its type. */
    static void correct(final ObjectNode schema, final Class<?> type, final boolean isInput) {
        final boolean isText = schema.path("type").asText().equals("string");
        if (isText && FORMATS.containsKey(type)) {
            schema.put("format", FORMATS.get(type));
        } else if (isText && PATTERNS.containsKey(type)) {
            schema.remove("format");
            schema.put("pattern", PATTERNS.get(type));
        } else if (isText && CHARACTERS.contains(type)) {
            schema.put("minLength", 1).put("maxLength", 1);
        } else if (SHORTS.contains(type)) {
            schema.put("minimum", Short.MIN_VALUE).put("maximum", Short.MAX_VALUE);
        } else if (BYTES.contains(type)) {
            // Jackson reads unsigned bytes, too.
            schema.put("minimum", Byte.MIN_VALUE).put("maximum", isInput ? 255 : Byte.MAX_VALUE);
        } else if (isInput && FLOATS.contains(type)) {
            schema.put("minimum", -Float.MAX_VALUE).put("maximum", Float.MAX_VALUE);
        } else if (isText && type == Year.class) {
            schema.remove("format");
            if (isInput) {
                schema.put("pattern", "^[0-9]{4}$"); // Jackson writes other years, which it does not read.
            }
        }
    }
}
