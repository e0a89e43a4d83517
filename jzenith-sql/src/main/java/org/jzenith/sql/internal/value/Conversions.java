package org.jzenith.sql.internal.value;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.google.common.base.Suppliers;
import com.google.common.primitives.Primitives;
import com.google.common.reflect.TypeToken;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.lang.reflect.Array;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.converter.SqlConverter;
import org.jzenith.sql.driver.Column;

/** Converts values between the classes of an application and those of the driver. Safe for use by many threads. */
public final class Conversions {

    private final Map<Class<?>, SqlConverter<?, ?>> converters = new HashMap<>();
    private final Supplier<ObjectMapper> mapper;

    /**
     * Collects the converters of an application.
     *
     * @param converters throws a {@code StartException} if there are two for one class
     * @param mapper reads and writes JSON documents; called on first use
     */
    public Conversions(final Set<SqlConverter<?, ?>> converters, final Supplier<ObjectMapper> mapper) {
        this.mapper = mapper;
        for (final SqlConverter<?, ?> converter : converters) {
            final SqlConverter<?, ?> other = this.converters.put(converter.type(), converter);
            if (other != null) {
                throw new StartException(StartProblem.of("There are two SqlConverters for "
                                + converter.type().getName() + ": " + other + " and " + converter + ".")
                        .remedy("Bind one of them."));
            }
        }
    }

    /** Reads the values of a column as objects of one type. */
    @FunctionalInterface
    public interface ValueReader {

        /**
         * Reads a value.
         *
         * @param value the value as {@code vertx-sql-client} read it, never null
         * @return the object; null for the JSON value {@code null}
         * @throws UnreadableValueException if it does not fit
         */
        @Nullable
        Object read(Object value);
    }

    /** Returns the class of a type, without its type arguments; that of the wrapper for a primitive type. */
    public static Class<?> classOf(final Type type) {
        return Primitives.wrap(TypeToken.of(type).getRawType());
    }

    /** Returns the class that fits a column, or one of its values, best. */
    public static Class<?> bestClass(final Column column, final @Nullable Object value) {
        if (value == null) {
            return column.classes().get(0);
        }
        final Object best = column.reader().read(value, Object.class);
        return best instanceof Buffer ? Buffer.class : best.getClass();
    }

    /** Returns true if a class has its own converter. */
    public boolean isConverted(final Class<?> type) {
        return converters.containsKey(type);
    }

    /**
     * Returns the class in which a driver is asked for values of a class, which differs only for classes with a converter and arrays of
     * these.
     */
    public Class<?> askedFor(final Class<?> type) {
        if (type.isArray()) {
            return askedFor(type.getComponentType()).arrayType();
        }
        final SqlConverter<?, ?> converter = converters.get(type);
        return converter == null ? type : converter.databaseType();
    }

    /** Returns the class of a type whose values most drivers return as they are wanted; null for a type that is always converted. */
    public @Nullable Class<?> givenClass(final Type type) {
        final Class<?> raw = classOf(type);
        return askedFor(raw) != raw || raw == List.class || isDocumentClass(raw) ? null : raw;
    }

    /**
     * Returns the reader of a column.
     *
     * @param type a class, an array, {@code List} with the type of its elements, or a record or {@code Map} for JSON
     * @throws UnreadableValueException if no value of the column can be read as such
     */
    public ValueReader reader(final Column column, final Type type) {
        final Class<?> raw = classOf(type);
        final boolean isList = raw == List.class && !isConverted(raw);
        final Class<?> read = isList ? elementOf(type).arrayType() : raw;
        if (!isReadable(column, askedFor(read))) {
            throw cannotBeRead(type);
        }
        final boolean isJson = column.classes().contains(Object.class);
        if (isConverted(raw) || !(isList || isDocumentClass(raw))) {
            final Class<?> asked = askedFor(raw);
            return value -> {
                final Object given = readAs(column, value, asked);
                return raw.isInstance(given) ? given : convert(given, raw);
            };
        }
        final Supplier<ObjectReader> documents = Suppliers.memoize(() -> documents(type));
        if (!isList || isJson) {
            return value -> document(readAs(column, value, String.class), documents.get());
        }
        final Class<?> element = classOf(elementOf(type));
        final Class<?> asked = askedFor(read);
        return value -> {
            final Object given = readAs(column, value, asked);
            return given instanceof Object[] array
                    ? Collections.unmodifiableList(elements(array, element))
                    : document(given, documents.get());
        };
    }

    private static Class<?> elementOf(final Type list) {
        return list instanceof ParameterizedType parameterized
                ? classOf(parameterized.getActualTypeArguments()[0])
                : Object.class;
    }

    private static boolean isDocumentClass(final Class<?> type) {
        return type.isRecord() || type == Map.class;
    }

    private static boolean isReadable(final Column column, final Class<?> asked) {
        final List<Class<?>> classes = column.classes();
        return classes.isEmpty() || isConvertible(classes.get(0), asked) || classes.contains(asked);
    }

    private static boolean isConvertible(final Class<?> given, final Class<?> asked) {
        if (given == Object.class || asked.isAssignableFrom(given)) {
            return true;
        }
        if (given.isArray() && asked.isArray()) {
            return isConvertible(given.getComponentType(), asked.getComponentType());
        }
        if (given == String.class) {
            return asked == UUID.class || asked.isEnum() || asked.isArray() || isDocumentClass(asked);
        }
        if (given == OffsetDateTime.class) {
            return asked == Instant.class || asked == ZonedDateTime.class;
        }
        return (given == Buffer.class && asked == byte[].class)
                || (Number.class.isAssignableFrom(given) && ExactNumbers.CLASSES.contains(asked));
    }

    /** Asks the driver for a value in a class; what it returns need not be of that class. */
    public static Object readAs(final Column column, final Object value, final Class<?> type) {
        try {
            return column.reader().read(value, type);
        } catch (final RuntimeException e) {
            throw UnreadableValueException.ofDriver(type);
        }
    }

    private ObjectReader documents(final Type type) {
        return mapper.get()
                .readerFor(mapper.get().constructType(type))
                .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    }

    /** Reads a document, as text or in a class of Vert.x. */
    private static Object document(final Object document, final ObjectReader reader) {
        try {
            return reader.readValue(document.toString());
        } catch (final JsonProcessingException e) {
            throw new UnreadableValueException(
                    " has a document that cannot be read as "
                            + reader.getValueType().getRawClass().getSimpleName(),
                    true);
        }
    }

    /** Converts what a driver has read in the class that it was asked for. */
    public Object convert(final Object value, final Class<?> type) {
        final SqlConverter<?, ?> converter = converters.get(type);
        if (converter != null) {
            return fromDatabase(converter, convert(value, converter.databaseType()));
        }
        if (type.isInstance(value)) {
            return value;
        }
        if (value instanceof Number number) {
            return toNumber(number, type);
        }
        if (value instanceof Object[] array && Object[].class.isAssignableFrom(type)) {
            return elements(array, type.getComponentType())
                    .toArray(length -> (Object[]) Array.newInstance(type.getComponentType(), length));
        }
        if (value instanceof String text && (type == UUID.class || type.isEnum())) {
            return parse(text, type);
        }
        if (value instanceof OffsetDateTime time) {
            return toMoment(time, type);
        }
        if (value instanceof Buffer bytes && type == byte[].class) {
            return bytes.getBytes();
        }
        if (value instanceof JsonObject document && isDocumentClass(type)) {
            return document(document, documents(type));
        }
        throw cannotBeRead(type);
    }

    private static UnreadableValueException cannotBeRead(final Type type) {
        return new UnreadableValueException(
                " cannot be read as " + TypeToken.of(type).getRawType().getSimpleName(), false);
    }

    private List<@Nullable Object> elements(final Object[] array, final Class<?> type) {
        final List<@Nullable Object> elements = new ArrayList<>(array.length);
        for (final Object element : array) {
            elements.add(element == null ? null : convert(element, type));
        }
        return elements;
    }

    private static Number toNumber(final Number value, final Class<?> type) {
        final Number converted;
        try {
            converted = ExactNumbers.to(type, value);
        } catch (final ArithmeticException e) {
            throw new UnreadableValueException(
                    " has a number that cannot be read exactly as " + type.getSimpleName(), false);
        }
        if (converted == null) {
            throw cannotBeRead(type);
        }
        return converted;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object parse(final String text, final Class type) {
        try {
            return type == UUID.class ? UUID.fromString(text) : Enum.valueOf(type, text);
        } catch (final IllegalArgumentException e) {
            throw new UnreadableValueException(" has a text that is not a valid " + type.getSimpleName(), true);
        }
    }

    private static Object toMoment(final OffsetDateTime time, final Class<?> type) {
        if (type == Instant.class) {
            return time.equals(OffsetDateTime.MAX)
                    ? Instant.MAX
                    : time.equals(OffsetDateTime.MIN) ? Instant.MIN : time.toInstant();
        }
        if (type == ZonedDateTime.class) {
            return time.toZonedDateTime();
        }
        throw cannotBeRead(type);
    }

    @SuppressWarnings("unchecked")
    private static <T, D> T fromDatabase(final SqlConverter<T, D> converter, final Object value) {
        try {
            return converter.fromDatabase((D) value);
        } catch (final RuntimeException e) {
            throw new UnreadableValueException(
                    " has a value for which the converter " + converter + " threw a "
                            + e.getClass().getName(),
                    true);
        }
    }

    /**
     * Converts a value with its converter.
     *
     * @return the same value if its class has none
     */
    public Object toDatabase(final Object value) {
        if (converters.isEmpty()) {
            return value;
        }
        final SqlConverter<?, ?> converter =
                converters.get(value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass());
        return converter == null ? value : toDatabase(converter, value);
    }

    @SuppressWarnings("unchecked")
    private static <T, D> D toDatabase(final SqlConverter<T, D> converter, final Object value) {
        return converter.toDatabase((T) value);
    }

    /** Returns true for a value that is sent as a JSON document: a record, {@code Map} or collection. */
    public static boolean isDocument(final Object value) {
        return value instanceof Record || value instanceof Map<?, ?> || value instanceof Collection<?>;
    }

    /** Returns the application's mapper of JSON documents. */
    public ObjectMapper mapper() {
        return mapper.get();
    }
}
