package org.jzenith.sql.internal.sqlclient;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.data.Numeric;
import io.vertx.sqlclient.impl.TupleInternal;
import java.lang.reflect.Array;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.SqlDriver;

/**
 * The values of one run of a statement. The library asks for each in the Java type of the parameter's described type, before it sends
 * anything. Belongs to the event loop of the connection.
 */
public final class Parameters extends TupleInternal {

    private static final int NONE = -1;

    /** The number of parameters that the protocols can count. */
    private static final int MOST_VALUES = 65_535;

    private final CommandConnection connection;
    private final ParameterConverter converter;

    /** The values of the query until one is converted, then a copy. */
    private @Nullable Object[] values;

    private final @Nullable Object[] given;

    /** The most bytes that the values may have together. */
    private final long limit;

    /** The bytes of the given values. */
    private long givenBytes;

    /** The bytes by which converted values, such as documents, are larger than given ones. */
    private long moreBytes;

    private boolean copied;

    /** True when the library has set what the last getter returned. */
    private boolean prepared;

    private @Nullable InvalidParameterException refusal;

    /** The position for which the library asks without a type, because it does not know the parameter's type. */
    private int untyped = NONE;

    Parameters(final @Nullable Object[] values, final CommandConnection connection) {
        this.values = values;
        this.given = values;
        this.connection = connection;
        this.converter = connection.parameterConverter();
        if (values.length > MOST_VALUES) {
            throw refuse(MOST_VALUES, "is one of " + values.length + ", but a statement takes at most " + MOST_VALUES);
        }
        final SqlDriver driver = connection.driver();
        this.limit = driver.maxBytesOfValues() - ValueSizes.headers(driver, values.length);
        this.givenBytes = ValueSizes.bytesWithin(limit, values);
        requireAcceptable();
        if (!driver.describesParameters()) {
            convertAll();
        }
    }

    /** Converts the values for a library that sends them by their class. */
    private void convertAll() {
        prepared = true;
        copy();
        for (int i = 0; i < values.length; i++) {
            final Object value = values[i];
            values[i] = value == null ? null : counted(i, "of any parameter", value, converter::toSent);
        }
    }

    /** Copies the values, which may be in an array that takes one class only, such as {@code String[]}. */
    private void copy() {
        copied = true;
        values = Arrays.copyOf(values, values.length, Object[].class);
    }

    private void requireAcceptable() {
        if (givenBytes <= limit) {
            return;
        }
        final int largest = IntStream.range(0, values.length)
                .boxed()
                .max(Comparator.comparingLong(i -> ValueSizes.bytes(values[i])))
                .orElseThrow();
        throw tooLarge(largest);
    }

    private InvalidParameterException tooLarge(final int position) {
        refusal = new InvalidParameterException(
                position,
                "makes the values of the statement larger than "
                        + connection.driver().maxBytesOfValues() + " bytes ("
                        + connection.driver().nameOfValuesLimit() + ")",
                true);
        return refusal;
    }

    CommandConnection connection() {
        return connection;
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

    /** Returns true if the library has set all values, and none was refused; false for a library that sends values by their class. */
    boolean isBound() {
        return prepared && refusal == null && connection.driver().describesParameters();
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
        if (value == null || prepared || refusal != null || untyped == position) {
            return value;
        }
        untyped = position;
        // The conversion counts the bytes, once for each value.
        return convert(
                position,
                "of the parameter",
                value,
                known -> connection
                        .driver()
                        .untyped(known instanceof Collection<?> list ? converter.toArray(list) : known));
    }

    @Override
    public void setValue(final int position, final Object value) {
        if (position == values.length - 1) {
            prepared = true;
            untyped = NONE;
        }
        if (values[position] != value) {
            if (!copied) {
                copy();
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

    @SuppressWarnings("NullAway") // the library's types have no annotations
    private <T> T one(final int position, final String type, final ParameterConverter.Conversion<T> conversion) {
        final Object value = super.getValue(position);
        return value == null ? null : counted(position, type, value, conversion);
    }

    /** Converts a value, and refuses it if it makes the values too large together. */
    private <T> T counted(
            final int position,
            final String type,
            final Object value,
            final ParameterConverter.Conversion<T> conversion) {
        final T converted = convert(position, type, value, conversion);
        if (converted != value) {
            moreBytes += ValueSizes.bytes(converted) - ValueSizes.bytes(value);
            if (givenBytes + moreBytes > limit) {
                givenBytes = ValueSizes.bytes(given);
                if (givenBytes + moreBytes > limit) {
                    throw tooLarge(position);
                }
            }
        }
        return converted;
    }

    private <T> T convert(
            final int position,
            final String type,
            final Object value,
            final ParameterConverter.Conversion<T> conversion) {
        final T converted;
        try {
            converted = conversion.convert(ParameterText.read(converter.toDatabase(value), type));
        } catch (final InvalidParameterException e) {
            throw e.isTooLarge() ? tooLarge(position) : refuse(position, e.reason());
        } catch (final UnsupportedOperationException e) {
            throw refuse(position, String.valueOf(e.getMessage()));
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
            final int position,
            final String type,
            final Class<T> component,
            final ParameterConverter.Conversion<T> conversion) {
        final Object given = super.getValue(position);
        if (given == null) {
            return null;
        }
        final Object array = given instanceof Collection<?> list ? list.toArray() : given;
        if (!array.getClass().isArray()) {
            throw refuse(
                    position,
                    "is a " + array.getClass().getName() + " where an array of the type " + type + " is expected");
        }
        if (untyped != position && converter.isSentAsIs(array, component)) {
            return (T[]) array;
        }
        final T[] converted = (T[]) Array.newInstance(component, Array.getLength(array));
        for (int i = 0; i < converted.length; i++) {
            final Object value = array instanceof Object[] values ? values[i] : Array.get(array, i);
            if (value != null) {
                converted[i] = counted(position, type, value, conversion);
            }
        }
        return converted;
    }

    @Override
    public Boolean getBoolean(final int position) {
        return one(position, "boolean", value -> ParameterConverter.exact(value, Boolean.class));
    }

    @Override
    public Boolean[] getArrayOfBooleans(final int position) {
        return many(position, "boolean", Boolean.class, value -> ParameterConverter.exact(value, Boolean.class));
    }

    @Override
    public Short getShort(final int position) {
        return one(position, "smallint", value -> ParameterConverter.exact(value, Short.class));
    }

    @Override
    public Short[] getArrayOfShorts(final int position) {
        return many(position, "smallint", Short.class, value -> ParameterConverter.exact(value, Short.class));
    }

    @Override
    public Integer getInteger(final int position) {
        return one(position, "integer", value -> ParameterConverter.exact(value, Integer.class));
    }

    @Override
    public Integer[] getArrayOfIntegers(final int position) {
        return many(position, "integer", Integer.class, value -> ParameterConverter.exact(value, Integer.class));
    }

    @Override
    public Long getLong(final int position) {
        return one(position, "bigint", value -> ParameterConverter.exact(value, Long.class));
    }

    @Override
    public Long[] getArrayOfLongs(final int position) {
        return many(position, "bigint", Long.class, value -> ParameterConverter.exact(value, Long.class));
    }

    @Override
    public Float getFloat(final int position) {
        return one(position, "real", ParameterConverter::toFloat);
    }

    @Override
    public Float[] getArrayOfFloats(final int position) {
        return many(position, "real", Float.class, ParameterConverter::toFloat);
    }

    @Override
    public Double getDouble(final int position) {
        return one(position, "double precision", ParameterConverter::toDouble);
    }

    @Override
    public Double[] getArrayOfDoubles(final int position) {
        return many(position, "double precision", Double.class, ParameterConverter::toDouble);
    }

    @Override
    public Numeric getNumeric(final int position) {
        return one(position, "numeric", ParameterConverter::toNumeric);
    }

    @Override
    public Numeric[] getArrayOfNumerics(final int position) {
        return many(position, "numeric", Numeric.class, ParameterConverter::toNumeric);
    }

    @Override
    public String getString(final int position) {
        return untyped == position
                ? one(position, "text", converter::toUntypedText)
                : one(position, "text", converter::toText);
    }

    /** For a type that the library does not know, it joins these elements to an array in text form. */
    @Override
    public String[] getArrayOfStrings(final int position) {
        final String[] texts =
                many(position, "text", String.class, untyped == position ? converter::toElement : converter::toText);
        if (untyped == position) {
            Arrays.asList(texts).replaceAll(text -> text == null ? "NULL" : text);
        }
        return texts;
    }

    @Override
    public Object getJson(final int position) {
        return one(position, "json", converter::toJson);
    }

    @Override
    public Object[] getArrayOfJsons(final int position) {
        return many(position, "json", Object.class, converter::toJson);
    }

    @Override
    public LocalDate getLocalDate(final int position) {
        return one(position, "date", converter.temporal(LocalDate.class));
    }

    @Override
    public LocalDate[] getArrayOfLocalDates(final int position) {
        return many(position, "date", LocalDate.class, converter.temporal(LocalDate.class));
    }

    @Override
    public LocalTime getLocalTime(final int position) {
        return one(position, "time", converter.temporal(LocalTime.class));
    }

    @Override
    public LocalTime[] getArrayOfLocalTimes(final int position) {
        return many(position, "time", LocalTime.class, converter.temporal(LocalTime.class));
    }

    @Override
    public LocalDateTime getLocalDateTime(final int position) {
        return one(position, "timestamp", converter.temporal(LocalDateTime.class));
    }

    @Override
    public LocalDateTime[] getArrayOfLocalDateTimes(final int position) {
        return many(position, "timestamp", LocalDateTime.class, converter.temporal(LocalDateTime.class));
    }

    @Override
    public OffsetTime getOffsetTime(final int position) {
        return one(position, "time with time zone", converter.temporal(OffsetTime.class));
    }

    @Override
    public OffsetTime[] getArrayOfOffsetTimes(final int position) {
        return many(position, "time with time zone", OffsetTime.class, converter.temporal(OffsetTime.class));
    }

    @Override
    public OffsetDateTime getOffsetDateTime(final int position) {
        return one(position, "timestamp with time zone", converter.temporal(OffsetDateTime.class));
    }

    @Override
    public OffsetDateTime[] getArrayOfOffsetDateTimes(final int position) {
        return many(
                position, "timestamp with time zone", OffsetDateTime.class, converter.temporal(OffsetDateTime.class));
    }

    @Override
    public Buffer getBuffer(final int position) {
        return one(position, "binary", ParameterConverter::toBuffer);
    }

    @Override
    public Buffer[] getArrayOfBuffers(final int position) {
        return many(position, "binary", Buffer.class, ParameterConverter::toBuffer);
    }

    @Override
    public UUID getUUID(final int position) {
        return one(position, "uuid", ParameterConverter::toUuid);
    }

    @Override
    public UUID[] getArrayOfUUIDs(final int position) {
        return many(position, "uuid", UUID.class, ParameterConverter::toUuid);
    }
}
