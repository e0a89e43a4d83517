package org.jzenith.sql.internal.sqlclient;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.DatabindCodec;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.data.Numeric;
import java.io.IOException;
import java.lang.reflect.Array;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.value.Conversions;
import org.jzenith.sql.internal.value.ExactNumbers;
import org.jzenith.sql.text.TextValue;

/**
 * Converts values to the Java classes in which the library sends them, without a loss, or refuses them. Holds no state of a statement.
 * Safe for use by many threads.
 */
public final class ParameterConverter {

    /** The classes of which arrays are sent as they are; those of texts are, too, when they are valid. */
    private static final Set<Class<?>> EXACT =
            Set.of(Boolean.class, Short.class, Integer.class, Long.class, Float.class, Double.class, UUID.class);

    private final SqlDriver driver;
    private final Conversions conversions;

    public ParameterConverter(final SqlDriver driver, final Conversions conversions) {
        this.driver = driver;
        this.conversions = conversions;
    }

    /**
     * Returns the bytes of the values of a statement as they are sent, documents included. A value that is refused when it is sent counts
     * as a number. The bytes are not counted further than to the limit of the database.
     */
    public long bytes(final @Nullable Object[] values) {
        return bytes(values, ValueSizes::encodedLength);
    }

    /** Returns true if the values of a statement are within the limit of the database. */
    public boolean fit(final @Nullable Object[] values) {
        final long limit = driver.maxBytesOfValues();
        return bytes(values, ValueSizes::mostBytes) <= limit || bytes(values) <= limit;
    }

    private long bytes(final @Nullable Object[] values, final ToLongFunction<String> ofText) {
        final long limit = driver.maxBytesOfValues();
        try {
            long bytes = ValueSizes.headers(driver, values.length);
            for (final Object value : values) {
                bytes += ValueSizes.bytes(
                        limit - bytes, value, ofText, isUnconverted(value) ? UnaryOperator.identity() : this::rendered);
                if (bytes > limit) {
                    break;
                }
            }
            return bytes;
        } catch (final InvalidParameterException tooLarge) {
            return limit + 1;
        }
    }

    /** Returns true for an array whose elements are sent as they are, unless they are refused. */
    private boolean isUnconverted(final @Nullable Object value) {
        return value instanceof Object[] array
                && (array instanceof String[] || EXACT.contains(array.getClass().getComponentType()))
                && !conversions.isConverted(array.getClass().getComponentType());
    }

    private @Nullable Object rendered(final @Nullable Object value) {
        if (value == null || value.getClass().isArray() || value instanceof Collection<?>) {
            return value;
        }
        try {
            final Object converted = toDatabase(value);
            return driver.describesParameters() ? withText(converted) : toSent(converted);
        } catch (final InvalidParameterException e) {
            if (e.isTooLarge()) {
                throw e;
            }
            return null;
        } catch (final UnsupportedOperationException | ArithmeticException | DateTimeException e) {
            return null;
        }
    }

    /** Renders a document. */
    private Object withText(final Object value) {
        return value instanceof JsonText
                        || value instanceof JsonObject
                        || value instanceof JsonArray
                        || value instanceof Record
                        || value instanceof Map<?, ?>
                ? Objects.requireNonNull(toJson(value))
                : value;
    }

    /** Applies the application's converter. */
    Object toDatabase(final Object value) {
        try {
            return conversions.toDatabase(value);
        } catch (final RuntimeException e) {
            throw new InvalidParameterException("is a " + value.getClass().getName()
                    + " for which its SqlConverter threw a " + e.getClass().getName());
        }
    }

    /** Returns an array of the class of all elements, or of objects if they have several. */
    Object[] toArray(final Collection<?> list) {
        final @Nullable Object[] elements = list.stream()
                .map(each -> each == null ? null : plainText(toDatabase(each)))
                .toArray();
        final List<Class<?>> classes = Stream.of(elements)
                .filter(Objects::nonNull)
                .<Class<?>>map(Object::getClass)
                .distinct()
                .toList();
        return classes.size() == 1
                ? Arrays.copyOf(elements, elements.length, ((Object[]) Array.newInstance(classes.get(0), 0)).getClass())
                : elements;
    }

    /** Returns true for an array of a class whose elements need no conversion. */
    boolean isSentAsIs(final Object array, final Class<?> component) {
        return array.getClass().getComponentType() == component
                && !conversions.isConverted(component)
                && (EXACT.contains(component) || (array instanceof String[] texts && areStorable(texts)));
    }

    /** A conversion of a value, never null, to the class of a described type. */
    interface Conversion<T> {

        /** Returns null for a value of a wrong class. An exception refuses a value that does not fit. */
        @Nullable
        T convert(Object value);
    }

    private static Object plainText(final Object value) {
        return value instanceof TextValue text ? text.text() : value;
    }

    /** Converts a value for a library that sends it by its class. */
    Object toSent(final Object value) {
        final Object document = withText(plainText(value));
        final Object sent = driver.untyped(document instanceof JsonText json ? json.text() : document);
        return sent instanceof String text ? requireStorable(text) : sent;
    }

    /** Returns an object of a class, or a number that loses nothing as one. */
    static <T> @Nullable T exact(final Object value, final Class<T> type) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        return value instanceof Number number ? type.cast(ExactNumbers.to(type, number)) : null;
    }

    /** Rounds as the type does. */
    static @Nullable Float toFloat(final Object value) {
        if (!(value instanceof Number number)) {
            return null;
        }
        final float rounded = number.floatValue();
        requireFit(number, Float.isInfinite(rounded), rounded == 0);
        return rounded;
    }

    /** Rounds as the type does. */
    static @Nullable Double toDouble(final Object value) {
        if (!(value instanceof Number number)) {
            return null;
        }
        final double rounded = number.doubleValue();
        requireFit(number, Double.isInfinite(rounded), rounded == 0);
        return rounded;
    }

    /** Refuses a number that only rounding has made infinite or zero. */
    private static void requireFit(final Number number, final boolean infinite, final boolean zero) {
        if ((infinite && !Double.isInfinite(asFloating(number)))
                || (zero && ExactNumbers.toDecimal(number).signum() != 0)) {
            throw new ArithmeticException("out of range");
        }
    }

    private static double asFloating(final Number number) {
        return number instanceof Double || number instanceof Float ? number.doubleValue() : 0;
    }

    static @Nullable Numeric toNumeric(final Object value) {
        if (value instanceof Numeric number) {
            return number;
        }
        if (!(value instanceof Number number)) {
            return null;
        }
        return Double.isNaN(asFloating(number)) ? Numeric.NaN : Numeric.create(ExactNumbers.toDecimal(number));
    }

    @Nullable
    String toText(final Object value) {
        if (value instanceof String text) {
            return requireStorable(text);
        }
        return value instanceof Enum<?> constant ? constant.name() : null;
    }

    /** Refuses a text that the database cannot store. */
    private String requireStorable(final String text) {
        if (hasRefusedNul(text)) {
            throw new InvalidParameterException("has a NUL character, which the database cannot store in a text");
        }
        return requireUnicode(text);
    }

    private boolean hasRefusedNul(final String text) {
        return !driver.storesNul() && text.indexOf('\0') >= 0;
    }

    /** Refuses a text with half of a surrogate pair, which UTF-8 does not have. */
    private static String requireUnicode(final String text) {
        if (!isUnicode(text)) {
            throw new InvalidParameterException("has half of a surrogate pair, which cannot be sent as UTF-8");
        }
        return text;
    }

    private boolean areStorable(final @Nullable String[] texts) {
        for (final String text : texts) {
            if (text != null && (hasRefusedNul(text) || !isUnicode(text))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUnicode(final String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** Converts a value for a type that only the server knows; the server reads the text. */
    @Nullable
    String toUntypedText(final Object value) {
        final String ofDriver = driver.text(value);
        if (ofDriver != null) {
            return ofDriver;
        }
        if (value instanceof Number
                || value instanceof Boolean
                || value instanceof UUID
                || value instanceof Temporal
                || value == Tuple.JSON_NULL) {
            return value.toString();
        }
        if (value instanceof Collection<?> list) {
            return toUntypedText(toArray(list));
        }
        if (value.getClass().isArray() && !(value instanceof byte[])) {
            return IntStream.range(0, Array.getLength(value))
                    .mapToObj(i -> toElement(Array.get(value, i)))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof JsonText || value instanceof JsonObject || value instanceof JsonArray) {
            return Objects.requireNonNull(toJson(value)).toString();
        }
        return toText(value);
    }

    String toElement(final @Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        final String text = toUntypedText(value);
        if (text == null) {
            throw new InvalidParameterException(
                    "has elements of the class " + value.getClass().getName() + ", which cannot be sent as text");
        }
        return value.getClass().isArray()
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Serializes documents here, because a failure while the library sends would break the connection. */
    @Nullable
    Object toJson(final Object value) {
        if (value instanceof String text) {
            return requireUnicode(text);
        }
        if (value instanceof JsonText json) {
            requireStorable(json.text());
            return json;
        }
        if (value instanceof JsonObject || value instanceof JsonArray) {
            return new JsonText(requireUnicode(serialize(value)));
        }
        if (value instanceof Number number) {
            ExactNumbers.toDecimal(number); // refuses what JSON does not have
            return number;
        }
        if (value instanceof Boolean || value == Tuple.JSON_NULL) {
            return value;
        }
        return Conversions.isDocument(value) ? new JsonText(requireUnicode(serialize(value))) : null;
    }

    /** Vert.x's own classes are written as Vert.x does, those of the application as its mapper does. */
    private String serialize(final Object json) {
        final BoundedText text = new BoundedText(driver.maxBytesOfValues());
        try {
            (Conversions.isDocument(json) ? conversions.mapper() : DatabindCodec.mapper())
                    .writer()
                    .without(JsonWriteFeature.WRITE_NAN_AS_STRINGS) // so that the server refuses it
                    .writeValue(text, json);
            return text.toString();
        } catch (final IOException e) {
            if (text.isFull()) {
                throw new InvalidParameterException("is too large", true);
            }
            throw new InvalidParameterException("is a " + json.getClass().getName() + " that cannot be serialized");
        }
    }

    <T extends Temporal> Conversion<T> temporal(final Class<T> type) {
        return value -> {
            final Object temporal = type == OffsetDateTime.class ? toOffsetDateTime(value) : value;
            return type.isInstance(temporal) ? type.cast(driver.temporal(type.cast(temporal))) : null;
        };
    }

    private static Object toOffsetDateTime(final Object value) {
        if (value instanceof Instant instant) {
            return instant.equals(Instant.MAX) ? OffsetDateTime.MAX : instant.atOffset(ZoneOffset.UTC);
        }
        return value instanceof ZonedDateTime time ? time.toOffsetDateTime() : value;
    }

    static @Nullable Buffer toBuffer(final Object value) {
        if (value instanceof byte[] bytes) {
            return Buffer.buffer(bytes);
        }
        return value instanceof Buffer buffer ? buffer : null;
    }

    static @Nullable UUID toUuid(final Object value) {
        if (value instanceof String text) {
            try {
                return UUID.fromString(text);
            } catch (final IllegalArgumentException e) {
                throw new InvalidParameterException("is a text that is not a valid UUID");
            }
        }
        return value instanceof UUID uuid ? uuid : null;
    }
}
