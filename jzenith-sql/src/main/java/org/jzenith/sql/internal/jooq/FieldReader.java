package org.jzenith.sql.internal.jooq;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.buffer.Buffer;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.Converter;
import org.jooq.DSLContext;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.JSONB;
import org.jooq.Record;
import org.jooq.exception.DataTypeException;
import org.jooq.impl.IdentityConverter;
import org.jooq.types.UByte;
import org.jooq.types.UInteger;
import org.jooq.types.ULong;
import org.jooq.types.UShort;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.Row;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.value.ExactNumbers;

/** Reads the values of one field of a query in the field's type, with its converter. */
final class FieldReader {

    /** The numbers of nested documents keep all their digits. */
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** The types that a row reads as they are. */
    private static final Set<Class<?>> DIRECT = Set.of(
            Object.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            UUID.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetTime.class,
            OffsetDateTime.class);

    /** The types in which a row reads others. All that are not listed are read as text. */
    private static final Map<Class<?>, Class<?>> READ_AS = Map.of(
            BigInteger.class, BigDecimal.class,
            Timestamp.class, LocalDateTime.class,
            Date.class, LocalDate.class,
            Time.class, LocalTime.class,
            Instant.class, OffsetDateTime.class,
            Year.class, Integer.class,
            byte[].class, Buffer.class);

    /** The numbers of bits of jOOQ's unsigned types. */
    private static final Map<Class<?>, Integer> UNSIGNED =
            Map.of(UByte.class, 8, UShort.class, 16, UInteger.class, 32, ULong.class, 64);

    private final DataType<?> type;
    private final Converter<Object, Object> converter;
    private final Class<?> databaseType;
    private final Class<?> readAs;

    /** True if a value of a row is the value of the field. */
    private final boolean isPlain;

    /** Reads the records of a {@code MULTISET}; null for other types. */
    private final @Nullable Records<? extends Record> nested;

    @SuppressWarnings("unchecked")
    FieldReader(final DSLContext dsl, final Field<?> field) {
        this.type = field.getDataType();
        this.converter = (Converter<Object, Object>) type.getConverter();
        this.databaseType = converter.fromType();
        this.readAs = readAs(databaseType);
        this.isPlain = readAs == databaseType && converter instanceof IdentityConverter;
        this.nested = type.isMultiset() || type.isRecord()
                ? new Records<>(dsl, type.getRow().fields(), type.getRecordType())
                : null;
    }

    private static Class<?> readAs(final Class<?> type) {
        if (DIRECT.contains(type)) {
            return type;
        }
        if (UNSIGNED.containsKey(type)) {
            return BigDecimal.class;
        }
        final Class<?> listed = READ_AS.get(type);
        if (listed != null) {
            return listed;
        }
        return type.isArray() ? readAs(type.getComponentType()).arrayType() : String.class;
    }

    /** @throws SqlException if the column does not fit, with its name */
    @Nullable
    Object read(final Row row, final int position) {
        final Object value = row.get(readAs, position);
        if (isPlain) {
            return value;
        }
        try {
            return nested == null || value == null
                    ? convert(value)
                    : ofJson(MAPPER.readValue((String) value, Object.class));
        } catch (final DataTypeException
                | IllegalArgumentException
                | ArithmeticException
                | ClassCastException
                | JsonProcessingException e) {
            // without the cause, whose message may have the value
            throw new SqlException(SqlException.Details.of("a value of column "
                    + row.columnNames().get(position)
                    + " cannot be converted to " + type.getType().getSimpleName() + ", the type of jOOQ's field: "
                    + e.getClass().getSimpleName()));
        }
    }

    private @Nullable Object convert(final @Nullable Object value) {
        return converter instanceof IdentityConverter && value == null ? null : type.convert(exact(value));
    }

    /** Returns numbers and bytes in the classes of jOOQ, whose own conversion would cut what does not fit. */
    private @Nullable Object exact(final @Nullable Object value) {
        if (value instanceof BigDecimal number && databaseType != BigDecimal.class) {
            return whole(number);
        }
        if (value instanceof Buffer bytes) {
            return bytes.getBytes();
        }
        if (value instanceof Buffer[] all) {
            final byte[][] bytes = (byte[][]) Array.newInstance(byte[].class, all.length);
            for (int i = 0; i < all.length; i++) {
                bytes[i] = all[i] == null ? null : all[i].getBytes();
            }
            return bytes;
        }
        return value;
    }

    private BigInteger whole(final BigDecimal number) {
        final BigInteger whole = number.toBigIntegerExact();
        final Integer bits = UNSIGNED.get(databaseType);
        if (bits != null && (whole.signum() < 0 || whole.bitLength() > bits)) {
            throw new ArithmeticException();
        }
        return whole;
    }

    /** Converts a value of a JSON document, as jOOQ has the database write it. */
    @Nullable
    Object ofJson(final @Nullable Object value) throws IllegalArgumentException {
        if (nested != null && value instanceof List<?> list) {
            return converter.from(type.isMultiset() ? nested.all(list) : nested.of(list));
        }
        if (value == null) {
            return convert(null);
        }
        if (databaseType == JSON.class) {
            return type.convert(JSON.json(text(value)));
        }
        if (databaseType == JSONB.class) {
            return type.convert(JSONB.jsonb(text(value)));
        }
        if (databaseType == byte[].class && value instanceof String text) {
            return type.convert(
                    text.startsWith("\\x")
                            ? HexFormat.of().parseHex(text, 2, text.length())
                            : Base64.getMimeDecoder().decode(text));
        }
        return type.convert(value instanceof Number number ? exact(number) : value);
    }

    private Object exact(final Number number) {
        if (databaseType == BigInteger.class || UNSIGNED.containsKey(databaseType)) {
            return whole(new BigDecimal(number.toString()));
        }
        final Number exact = ExactNumbers.to(databaseType, number);
        return exact == null ? number : exact;
    }

    private static String text(final Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
