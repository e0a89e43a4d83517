package org.jzenith.mysql.internal.mysqlclient;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.mysqlclient.impl.protocol.ColumnDefinition;
import io.vertx.mysqlclient.impl.protocol.ColumnDefinition.ColumnType;
import io.vertx.sqlclient.data.Numeric;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jzenith.sql.driver.Column;
import org.jzenith.sql.driver.JsonDocument;

/** Reads the values of columns as {@code vertx-mysql-client} has decoded them. */
final class ColumnTypes {

    static final String ENUM = "enum";
    static final String SET = "set";

    private static final Duration DAY = Duration.ofDays(1);
    private static final int BYTES_OF_UUID = 16;

    /** The names of the library where the server's are others. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("INT8", "tinyint"),
            Map.entry("U_INT8", "tinyint unsigned"),
            Map.entry("INT16", "smallint"),
            Map.entry("U_INT16", "smallint unsigned"),
            Map.entry("INT24", "mediumint"),
            Map.entry("U_INT24", "mediumint unsigned"),
            Map.entry("INT32", "int"),
            Map.entry("U_INT32", "int unsigned"),
            Map.entry("INT64", "bigint"),
            Map.entry("U_INT64", "bigint unsigned"),
            Map.entry("NUMERIC", "decimal"),
            Map.entry("STRING", "char"),
            Map.entry("VARSTRING", "varchar"),
            Map.entry("TINY_TEXT", "tinytext"),
            Map.entry("MEDIUM_TEXT", "mediumtext"),
            Map.entry("LONG_TEXT", "longtext"),
            Map.entry("TINY_BLOB", "tinyblob"),
            Map.entry("MEDIUM_BLOB", "mediumblob"),
            Map.entry("LONG_BLOB", "longblob"));

    /** The classes of values with a time zone. */
    private static final Set<Class<?>> INSTANTS = Set.of(OffsetDateTime.class, Instant.class, ZonedDateTime.class);

    private ColumnTypes() {}

    static Column column(final ColumnDescriptor described) {
        final String name = described.name();
        final int flags = flags(described);
        final int replaced = ServerPackets.typeBefore(flags);
        if (replaced != 0) {
            return date(name, replaced);
        }
        final String type = type(described, flags);
        return switch (described.typeName()) {
            case "INT8", "U_INT8", "INT16" -> integer(name, type, Short.class);
            case "U_INT16", "INT24", "U_INT24", "INT32" -> integer(name, type, Integer.class);
            case "U_INT32", "INT64", "BIT" -> integer(name, type, Long.class);
            case "YEAR" -> same(name, type, Short.class);
            case "FLOAT" -> same(name, type, Float.class);
            case "DOUBLE" -> same(name, type, Double.class);
            case "U_INT64" -> integer(name, type, BigDecimal.class);
            case "NUMERIC" ->
                new Column(
                        name, type, List.of(BigDecimal.class), (value, wanted) -> ((Numeric) value).bigDecimalValue());
            case "TIME" -> new Column(name, type, List.of(LocalTime.class, Duration.class), ColumnTypes::time);
            case "JSON" -> new Column(name, type, List.of(Object.class), ColumnTypes::json);
            case "STRING", "VARSTRING", "TINY_TEXT", "TEXT", "MEDIUM_TEXT", "LONG_TEXT" ->
                new Column(
                        name,
                        type,
                        List.of(String.class, Object.class, JsonObject.class, JsonArray.class, BigDecimal.class),
                        ColumnTypes::text);
            case "BINARY", "VARBINARY", "TINY_BLOB", "BLOB", "MEDIUM_BLOB", "LONG_BLOB" ->
                new Column(name, type, List.of(Buffer.class, UUID.class), ColumnTypes::bytes);
            default -> new Column(name, type, List.of(), (value, wanted) -> value);
        };
    }

    /** Returns the flags of a column, which also tell types. */
    static int flags(final ColumnDescriptor described) {
        return described instanceof ColumnDefinition definition ? definition.flags() : 0;
    }

    /** The server sends ENUM and SET as texts with flags. */
    private static String type(final ColumnDescriptor described, final int flags) {
        if ((flags & ColumnDefinition.ColumnDefinitionFlags.ENUM_FLAG) != 0) {
            return ENUM;
        }
        return (flags & ColumnDefinition.ColumnDefinitionFlags.SET_FLAG) != 0
                ? SET
                : NAMES.getOrDefault(described.typeName(), described.typeName().toLowerCase(Locale.ROOT));
    }

    private static Column same(final String name, final String type, final Class<?> read) {
        return new Column(name, type, List.of(read), (value, wanted) -> value);
    }

    /** The server's booleans are numbers: columns of one byte or bit, but an expression such as {@code a = b} is an {@code INT}. */
    private static Column integer(final String name, final String type, final Class<?> read) {
        return new Column(name, type, List.of(read, Boolean.class), ColumnTypes::number);
    }

    private static Object number(final Object value, final Class<?> wanted) {
        final Number number = (Number) value;
        if (wanted == Boolean.class && (number.longValue() == 0 || number.longValue() == 1)) {
            return number.longValue() == 1;
        }
        if (number instanceof Numeric numeric) {
            return numeric.bigDecimalValue();
        }
        return number instanceof Byte ? (Object) number.shortValue() : number;
    }

    private static Object time(final Object value, final Class<?> wanted) {
        final Duration duration = (Duration) value;
        return wanted == Duration.class || duration.isNegative() || duration.compareTo(DAY) >= 0
                ? duration
                : LocalTime.ofNanoOfDay(duration.toNanos());
    }

    /** {@link ServerPackets} has left the bytes of dates unread. */
    private static Column date(final String name, final int type) {
        return switch (type) {
            case ColumnType.MYSQL_TYPE_DATE ->
                new Column(name, "date", List.of(LocalDate.class), (value, wanted) -> day((Buffer) value));
            case ColumnType.MYSQL_TYPE_TIMESTAMP ->
                new Column(
                        name,
                        "timestamp",
                        List.of(OffsetDateTime.class, LocalDateTime.class),
                        (value, wanted) -> wanted == LocalDateTime.class ? dateTime(value) : atUtc(value));
            default ->
                new Column(
                        name,
                        "datetime",
                        List.of(LocalDateTime.class, OffsetDateTime.class, Instant.class, ZonedDateTime.class),
                        (value, wanted) -> INSTANTS.contains(wanted) ? atUtc(value) : dateTime(value));
        };
    }

    /** Throws an exception for a date that is zero, of which there are no bytes, or zero in part. */
    private static LocalDate day(final Buffer bytes) {
        return LocalDate.of(bytes.getUnsignedShortLE(0), bytes.getByte(2), bytes.getByte(3));
    }

    /** The server leaves zeros at the end out. */
    private static LocalDateTime dateTime(final Object value) {
        final Buffer bytes = (Buffer) value;
        final LocalDateTime midnight = day(bytes).atStartOfDay();
        if (bytes.length() == 4) {
            return midnight;
        }
        final int nanos = bytes.length() == 7 ? 0 : bytes.getIntLE(7) * 1_000;
        return midnight.with(LocalTime.of(bytes.getByte(4), bytes.getByte(5), bytes.getByte(6), nanos));
    }

    /** All sessions have UTC as their time zone. */
    private static OffsetDateTime atUtc(final Object value) {
        return dateTime(value).atOffset(ZoneOffset.UTC);
    }

    private static Object bytes(final Object value, final Class<?> wanted) {
        final Buffer bytes = (Buffer) value;
        if (wanted != UUID.class) {
            return bytes;
        }
        if (bytes.length() != BYTES_OF_UUID) {
            throw new IllegalArgumentException("This is not a UUID.");
        }
        return new UUID(bytes.getLong(0), bytes.getLong(Long.BYTES));
    }

    /** MariaDB's JSON is a text. A decimal is sent as a text, which the type of {@code COALESCE(price, ?)} then is. */
    private static Object text(final Object value, final Class<?> wanted) {
        if (wanted == BigDecimal.class) {
            return new BigDecimal((String) value);
        }
        return wanted == JsonObject.class || wanted == JsonArray.class ? JsonDocument.read((String) value) : value;
    }

    /** MySQL's JSON, which the library has read. */
    private static Object json(final Object value, final Class<?> wanted) {
        return wanted == String.class ? Json.encode(value) : value;
    }
}
