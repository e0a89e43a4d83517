package org.jzenith.sql.sqlclient;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.DatabindCodec;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.data.Numeric;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import io.vertx.sqlclient.impl.TupleInternal;
import java.lang.reflect.Array;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The values of one run of a statement. The library asks for each in the Java type of the parameter's described type, before it sends
 * anything. The getters convert without a loss, or refuse. Belongs to the event loop of the connection.
 */
public final class Parameters extends TupleInternal {

    private static final int NONE = -1;

    private final CommandConnection connection;

    /** The values of the query until one is converted, then a copy. */
    private @Nullable Object[] values;

    private boolean copied;

    /** True when the library has set what the last getter returned. */
    private boolean prepared;

    private @Nullable InvalidParameterException refusal;

    /** The columns of a cursor, once a page is read. */
    private @Nullable Columns columns;

    /** The position for which the library asks without a type, because it does not know the parameter's type. */
    private int untyped = NONE;

    Parameters(final @Nullable Object[] values, final CommandConnection connection) {
        this.values = values;
        this.connection = connection;
    }

    CommandConnection connection() {
        return connection;
    }

    /** Returns the columns of a cursor, which are the same for all its pages. A statement without rows has no description. */
    Columns columns(final @Nullable List<ColumnDescriptor> described) {
        Columns known = columns;
        if (known == null) {
            known = new Columns(described == null ? List.of() : described, connection.driver()::column);
            columns = known;
        }
        return known;
    }

    /** Returns the reason for which a value was refused, instead of the library's error; without one, that error. */
    Throwable reason(final Throwable error) {
        if (refusal == null && untyped != NONE) {
            final String type = connection.driver().expectedType(error);
            if (type != null) {
                return refuse(untyped, wrongType(type, Objects.requireNonNull(values[untyped])));
            }
        }
        return refusal == null ? error : refusal;
    }

    private InvalidParameterException refuse(final int position, final String reason) {
        refusal = new InvalidParameterException(position, reason);
        return refusal;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    @SuppressWarnings("NullAway") // the library's types have no annotations
    public Object getValueInternal(final int position) {
        // The library puts a refused value into its message.
        return refusal == null ? values[position] : "a value";
    }

    @Override
    public Object getValue(final int position) {
        final Object value = super.getValue(position);
        // The library asks again for its message about a value that it refuses.
        if (prepared || refusal != null || untyped == position) {
            return value;
        }
        untyped = position;
        return one(position, "of the parameter", connection.driver()::untyped);
    }

    @Override
    public void setValue(final int position, final Object value) {
        if (position == values.length - 1) {
            prepared = true;
            untyped = NONE;
        }
        if (values[position] != value) {
            if (!copied) {
                copied = true;
                values = values.clone();
            }
            values[position] = value;
        }
    }

    @Override
    public Tuple addValue(final Object value) {
        throw new UnsupportedOperationException("A statement's number of values does not change.");
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException("A statement's number of values does not change.");
    }

    /** A conversion of a value, never null, to the class of a described type. */
    private interface Conversion<T> {

        /** Returns null for a value of a wrong class. An exception refuses a value that does not fit. */
        @Nullable
        T convert(Object value);
    }

    @SuppressWarnings("NullAway") // the library's types have no annotations
    private <T> T one(final int position, final String type, final Conversion<T> conversion) {
        final Object value = super.getValue(position);
        return value == null ? null : convert(position, type, value, conversion);
    }

    private <T> T convert(final int position, final String type, final Object value, final Conversion<T> conversion) {
        final T converted;
        try {
            converted = conversion.convert(value);
        } catch (final InvalidParameterException e) {
            throw refuse(position, e.reason());
        } catch (final ArithmeticException | DateTimeException e) {
            throw refuse(position, "is a " + value.getClass().getName() + " that does not fit the type " + type);
        }
        if (converted == null) {
            throw refuse(position, wrongType(type, value));
        }
        return converted;
    }

    private static String wrongType(final String type, final Object value) {
        return "is a " + value.getClass().getName() + " where a value of the type " + type + " is expected";
    }

    @SuppressWarnings({"NullAway", "unchecked"}) // the library's types have no annotations
    private <T> T[] many(
            final int position, final String type, final Class<T> component, final Conversion<T> conversion) {
        final Object array = super.getValue(position);
        if (array == null) {
            return null;
        }
        if (!array.getClass().isArray()) {
            throw refuse(
                    position,
                    "is a " + array.getClass().getName() + " where an array of the type " + type + " is expected");
        }
        final T[] converted = (T[]) Array.newInstance(component, Array.getLength(array));
        for (int i = 0; i < converted.length; i++) {
            final Object value = array instanceof Object[] values ? values[i] : Array.get(array, i);
            if (value != null) {
                converted[i] = convert(position, type, value, conversion);
            }
        }
        return converted;
    }

    /** Returns an object of a class, or a number that loses nothing as one. */
    private static <T> @Nullable T exact(final Object value, final Class<T> type) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        return value instanceof Number number ? type.cast(ExactNumbers.to(type, number)) : null;
    }

    @Override
    public Boolean getBoolean(final int position) {
        return one(position, "boolean", value -> exact(value, Boolean.class));
    }

    @Override
    public Boolean[] getArrayOfBooleans(final int position) {
        return many(position, "boolean", Boolean.class, value -> exact(value, Boolean.class));
    }

    @Override
    public Short getShort(final int position) {
        return one(position, "smallint", value -> exact(value, Short.class));
    }

    @Override
    public Short[] getArrayOfShorts(final int position) {
        return many(position, "smallint", Short.class, value -> exact(value, Short.class));
    }

    @Override
    public Integer getInteger(final int position) {
        return one(position, "integer", value -> exact(value, Integer.class));
    }

    @Override
    public Integer[] getArrayOfIntegers(final int position) {
        return many(position, "integer", Integer.class, value -> exact(value, Integer.class));
    }

    @Override
    public Long getLong(final int position) {
        return one(position, "bigint", value -> exact(value, Long.class));
    }

    @Override
    public Long[] getArrayOfLongs(final int position) {
        return many(position, "bigint", Long.class, value -> exact(value, Long.class));
    }

    @Override
    public Float getFloat(final int position) {
        return one(position, "real", Parameters::toFloat);
    }

    @Override
    public Float[] getArrayOfFloats(final int position) {
        return many(position, "real", Float.class, Parameters::toFloat);
    }

    /** Rounds as the type does. */
    private static @Nullable Float toFloat(final Object value) {
        if (!(value instanceof Number number)) {
            return null;
        }
        final float rounded = number.floatValue();
        requireFit(number, Float.isInfinite(rounded), rounded == 0);
        return rounded;
    }

    @Override
    public Double getDouble(final int position) {
        return one(position, "double precision", Parameters::toDouble);
    }

    @Override
    public Double[] getArrayOfDoubles(final int position) {
        return many(position, "double precision", Double.class, Parameters::toDouble);
    }

    /** Rounds as the type does. */
    private static @Nullable Double toDouble(final Object value) {
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

    @Override
    public Numeric getNumeric(final int position) {
        return one(position, "numeric", Parameters::toNumeric);
    }

    @Override
    public Numeric[] getArrayOfNumerics(final int position) {
        return many(position, "numeric", Numeric.class, Parameters::toNumeric);
    }

    private static @Nullable Numeric toNumeric(final Object value) {
        if (value instanceof Numeric number) {
            return number;
        }
        if (!(value instanceof Number number)) {
            return null;
        }
        return Double.isNaN(asFloating(number)) ? Numeric.NaN : Numeric.create(ExactNumbers.toDecimal(number));
    }

    @Override
    public String getString(final int position) {
        return untyped == position
                ? one(position, "text", this::toUntypedText)
                : one(position, "text", Parameters::toText);
    }

    /** For a type that the library does not know, it joins these elements to an array in text form. */
    @Override
    public String[] getArrayOfStrings(final int position) {
        final String[] texts =
                many(position, "text", String.class, untyped == position ? this::toElement : Parameters::toText);
        if (untyped == position) {
            Arrays.asList(texts).replaceAll(text -> text == null ? "NULL" : text);
        }
        return texts;
    }

    private static @Nullable String toText(final Object value) {
        if (value instanceof String text) {
            return requireUnicode(text);
        }
        return value instanceof Enum<?> constant ? constant.name() : null;
    }

    /** Refuses a text with half of a surrogate pair, which UTF-8 does not have. */
    private static String requireUnicode(final String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    throw new InvalidParameterException(
                            NONE, "has half of a surrogate pair, which cannot be sent as UTF-8");
                }
                i++;
            }
        }
        return text;
    }

    /** Converts a value for a type that only the server knows; the server reads the text. */
    private @Nullable String toUntypedText(final Object value) {
        final String ofDriver = connection.driver().text(value);
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

    private String toElement(final @Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        final String text = toUntypedText(value);
        if (text == null) {
            throw new InvalidParameterException(
                    NONE, "has elements of the class " + value.getClass().getName() + ", which cannot be sent as text");
        }
        return value.getClass().isArray()
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public Object getJson(final int position) {
        return one(position, "json", Parameters::toJson);
    }

    @Override
    public Object[] getArrayOfJsons(final int position) {
        return many(position, "json", Object.class, Parameters::toJson);
    }

    /** Serializes documents here, because a failure while the library sends would break the connection. */
    private static @Nullable Object toJson(final Object value) {
        if (value instanceof String text) {
            return requireUnicode(text);
        }
        if (value instanceof JsonText json) {
            requireUnicode(json.text());
            return json;
        }
        if (value instanceof JsonObject || value instanceof JsonArray) {
            return new JsonText(requireUnicode(serialize(value)));
        }
        if (value instanceof Number number) {
            ExactNumbers.toDecimal(number); // refuses what JSON does not have
            return number;
        }
        return value instanceof Boolean || value == Tuple.JSON_NULL ? value : null;
    }

    private static String serialize(final Object json) {
        try {
            return DatabindCodec.mapper()
                    .writer()
                    .without(JsonWriteFeature.WRITE_NAN_AS_STRINGS) // so that the server refuses it
                    .writeValueAsString(json);
        } catch (final JsonProcessingException e) {
            throw new InvalidParameterException(
                    NONE, "is a " + json.getClass().getName() + " that cannot be serialized");
        }
    }

    @Override
    public LocalDate getLocalDate(final int position) {
        return one(position, "date", temporal(LocalDate.class));
    }

    @Override
    public LocalDate[] getArrayOfLocalDates(final int position) {
        return many(position, "date", LocalDate.class, temporal(LocalDate.class));
    }

    @Override
    public LocalTime getLocalTime(final int position) {
        return one(position, "time", temporal(LocalTime.class));
    }

    @Override
    public LocalTime[] getArrayOfLocalTimes(final int position) {
        return many(position, "time", LocalTime.class, temporal(LocalTime.class));
    }

    @Override
    public LocalDateTime getLocalDateTime(final int position) {
        return one(position, "timestamp", temporal(LocalDateTime.class));
    }

    @Override
    public LocalDateTime[] getArrayOfLocalDateTimes(final int position) {
        return many(position, "timestamp", LocalDateTime.class, temporal(LocalDateTime.class));
    }

    @Override
    public OffsetTime getOffsetTime(final int position) {
        return one(position, "time with time zone", temporal(OffsetTime.class));
    }

    @Override
    public OffsetTime[] getArrayOfOffsetTimes(final int position) {
        return many(position, "time with time zone", OffsetTime.class, temporal(OffsetTime.class));
    }

    @Override
    public OffsetDateTime getOffsetDateTime(final int position) {
        return one(position, "timestamp with time zone", temporal(OffsetDateTime.class));
    }

    @Override
    public OffsetDateTime[] getArrayOfOffsetDateTimes(final int position) {
        return many(position, "timestamp with time zone", OffsetDateTime.class, temporal(OffsetDateTime.class));
    }

    private <T extends Temporal> Conversion<T> temporal(final Class<T> type) {
        return value -> {
            final Object temporal = value instanceof Instant instant && type == OffsetDateTime.class
                    ? instant.atOffset(ZoneOffset.UTC)
                    : value;
            return type.isInstance(temporal) ? type.cast(connection.driver().temporal(type.cast(temporal))) : null;
        };
    }

    @Override
    public Buffer getBuffer(final int position) {
        return one(position, "binary", Parameters::toBuffer);
    }

    @Override
    public Buffer[] getArrayOfBuffers(final int position) {
        return many(position, "binary", Buffer.class, Parameters::toBuffer);
    }

    private static @Nullable Buffer toBuffer(final Object value) {
        if (value instanceof byte[] bytes) {
            return Buffer.buffer(bytes);
        }
        return value instanceof Buffer buffer ? buffer : null;
    }

    @Override
    public UUID getUUID(final int position) {
        return one(position, "uuid", Parameters::toUuid);
    }

    @Override
    public UUID[] getArrayOfUUIDs(final int position) {
        return many(position, "uuid", UUID.class, Parameters::toUuid);
    }

    private static @Nullable UUID toUuid(final Object value) {
        if (value instanceof String text) {
            try {
                return UUID.fromString(text);
            } catch (final IllegalArgumentException e) {
                throw new InvalidParameterException(NONE, "is a text that is not a valid UUID");
            }
        }
        return value instanceof UUID uuid ? uuid : null;
    }
}
