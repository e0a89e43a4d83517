package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The types of the JDK that Jackson describes as another type, or not at all. */
final class KnownScalars {

    /** A {@link URI} may have characters outside ASCII, as IRIs do (RFC 3987). */
    private static final Map<Class<?>, String> FORMATS = Map.ofEntries(
            Map.entry(Instant.class, "date-time"),
            Map.entry(OffsetDateTime.class, "date-time"),
            Map.entry(ZonedDateTime.class, "date-time"),
            Map.entry(LocalDate.class, "date"),
            Map.entry(LocalDateTime.class, "date-time-local"),
            Map.entry(LocalTime.class, "time-local"),
            Map.entry(OffsetTime.class, "time"),
            Map.entry(Duration.class, "duration"),
            Map.entry(Period.class, "duration"),
            Map.entry(URI.class, "iri-reference"),
            Map.entry(URL.class, "uri"));

    private static final Map<Class<?>, String> PATTERNS = Map.of(
            YearMonth.class, "^[0-9]{4}-(0[1-9]|1[0-2])$", MonthDay.class, "^--(0[1-9]|1[0-2])-(0[1-9]|[12][0-9])$");

    private static final Map<Class<?>, Class<?>> OPTIONAL = Map.of(
            OptionalInt.class, Integer.class, OptionalLong.class, Long.class, OptionalDouble.class, Double.class);

    private static final Set<Class<?>> POINTS_IN_TIME =
            Set.of(Instant.class, OffsetDateTime.class, ZonedDateTime.class);

    private static final Set<Class<?>> CHARACTERS = Set.of(char.class, Character.class);
    private static final Set<Class<?>> FLOATS = Set.of(float.class, Float.class);
    private static final Set<Class<?>> SHORTS = Set.of(short.class, Short.class);
    private static final Set<Class<?>> BYTES = Set.of(byte.class, Byte.class);

    private KnownScalars() {}

    /** Returns the type inside an optional type for primitives; null for other types. */
    static @Nullable Class<?> inOptional(final Class<?> type) {
        return OPTIONAL.get(type);
    }

    static boolean isTime(final Class<?> type) {
        return type.getPackageName().equals("java.time");
    }

    /** Corrects what a serializer says of its type. */
    static void correct(final ObjectNode schema, final Class<?> type, final boolean isInput) {
        final String written = schema.path("type").asText();
        if (written.equals("string")) {
            correctText(schema, type, isInput);
        } else if (isTime(type) && !written.isEmpty()) {
            correctTime(schema, type, isInput);
        } else if (SHORTS.contains(type)) {
            schema.put("minimum", Short.MIN_VALUE).put("maximum", Short.MAX_VALUE);
        } else if (BYTES.contains(type)) {
            // Jackson reads unsigned bytes, too.
            schema.put("minimum", Byte.MIN_VALUE).put("maximum", isInput ? 255 : Byte.MAX_VALUE);
        } else if (isInput && FLOATS.contains(type)) {
            schema.put("minimum", -Float.MAX_VALUE).put("maximum", Float.MAX_VALUE);
        }
    }

    private static void correctText(final ObjectNode schema, final Class<?> type, final boolean isInput) {
        if (FORMATS.containsKey(type)) {
            schema.put("format", FORMATS.get(type));
        } else if (PATTERNS.containsKey(type)) {
            schema.remove("format");
            schema.put("pattern", PATTERNS.get(type));
        } else if (CHARACTERS.contains(type)) {
            schema.put("minLength", 1).put("maxLength", 1);
        } else if (type == Year.class) {
            schema.remove("format");
            if (isInput) {
                schema.put("pattern", "^[0-9]{4}$"); // Jackson writes other years, which it does not read.
            }
        }
    }

    /** Corrects a time that is written as a number or an array. It is also read from text. */
    private static void correctTime(final ObjectNode schema, final Class<?> type, final boolean isInput) {
        if (type == Duration.class || POINTS_IN_TIME.contains(type)) {
            schema.put("type", "number").remove(List.of("format", "minimum", "maximum")); // with fractions of seconds
        }
        if (isInput) {
            final JsonNode written = schema.get("type");
            schema.putArray("type").add(written).add("string");
            correctText(schema, type, true);
            if (POINTS_IN_TIME.contains(type)) {
                schema.put("minimum", Instant.MIN.getEpochSecond()).put("maximum", Instant.MAX.getEpochSecond());
            } else if (type == Duration.class) {
                schema.put("minimum", -Long.MAX_VALUE).put("maximum", Long.MAX_VALUE);
            }
        }
    }
}
