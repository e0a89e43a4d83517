package org.jzenith.sql;

import com.google.common.primitives.Primitives;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.jzenith.sql.driver.Column;
import org.jzenith.sql.error.RowMappingException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.sqlclient.Columns;
import org.jzenith.sql.internal.value.Conversions;
import org.jzenith.sql.internal.value.UnreadableValueException;

/**
 * A row of a result. Columns are read by name, or by position from 0:
 *
 * <pre>{@code
 * database.query("SELECT id, name, born FROM users")
 *         .map(row -> new User(row.getUUID("id"), row.getString("name"), row.getLocalDate("born")))
 *         .list();
 * }</pre>
 *
 * <p>A getter returns null for SQL's {@code NULL}, and otherwise the exact value. If a number does not fit the getter's type, or the column
 * has another type or does not exist, the getter throws a {@link RowMappingException} that names the column and the right getter.
 */
@NullUnmarked // Only the statement knows if a column can be NULL.
public final class Row {

    /** For messages: the name of the getter for each class. */
    private static final Map<Class<?>, String> GETTERS = Map.ofEntries(
            Map.entry(Boolean.class, "getBoolean"),
            Map.entry(Short.class, "getShort"),
            Map.entry(Integer.class, "getInteger"),
            Map.entry(Long.class, "getLong"),
            Map.entry(Float.class, "getFloat"),
            Map.entry(Double.class, "getDouble"),
            Map.entry(BigDecimal.class, "getBigDecimal"),
            Map.entry(String.class, "getString"),
            Map.entry(UUID.class, "getUUID"),
            Map.entry(LocalDate.class, "getLocalDate"),
            Map.entry(LocalTime.class, "getLocalTime"),
            Map.entry(LocalDateTime.class, "getLocalDateTime"),
            Map.entry(OffsetTime.class, "getOffsetTime"),
            Map.entry(OffsetDateTime.class, "getOffsetDateTime"),
            Map.entry(JsonObject.class, "getJsonObject"),
            Map.entry(Buffer.class, "getBuffer"),
            Map.entry(JsonArray.class, "getJsonArray"));

    private final Columns columns;
    private final Tuple values;

    Row(final Columns columns, final Tuple values) {
        this.columns = columns;
        this.values = values;
    }

    /**
     * Returns the number of columns.
     *
     * @return zero or more
     */
    public int size() {
        return columns.size();
    }

    /**
     * Returns the names of the columns.
     *
     * @return the names in order; a name can occur twice
     */
    public List<String> columnNames() {
        return columns.names();
    }

    private int position(final String name) {
        final int position = columns.indexOf(name);
        if (position < 0) {
            throw columns.failure("there is no column " + name + " in the row; its columns are: " + columns);
        }
        return position;
    }

    private Column column(final int position) {
        if (position < 0 || position >= columns.size()) {
            throw columns.failure("there is no column at position " + position
                    + " in the row; its columns, from position 0, are: " + columns);
        }
        return columns.get(position);
    }

    /** Reads a value as a class that drivers know. */
    private <T> T read(final int position, final Class<T> type) {
        final Column column = column(position);
        final Object value = values.getValue(position);
        if (value == null) {
            return null;
        }
        try {
            final Object read = column.reader().read(value, type);
            return type.cast(
                    type.isInstance(read) ? read : columns.conversions().convert(read, type));
        } catch (final UnreadableValueException e) {
            throw unreadable(column, value, e);
        } catch (final RuntimeException e) {
            throw unreadable(column, value, UnreadableValueException.ofDriver(type));
        }
    }

    /** Reads a value as any class. */
    private <T> T convert(final int position, final Class<T> type) {
        final Column column = column(position);
        final Object value = values.getValue(position);
        try {
            return value == null
                    ? null
                    : Primitives.wrap(type)
                            .cast(columns.conversions().reader(column, type).read(value));
        } catch (final UnreadableValueException e) {
            throw unreadable(column, value, e);
        }
    }

    private SqlException unreadable(final Column column, final Object value, final UnreadableValueException e) {
        final Class<?> best = e.isText() ? String.class : Conversions.bestClass(column, value);
        final String getter = GETTERS.get(best);
        return columns.failure("column " + column.name() + " of the type " + column.type() + e.reason() + "; "
                + (e.isText() ? "cast it to text, or " : "") + "read it with "
                + (getter == null ? "get(" + best.getSimpleName() + ".class, ..)" : getter));
    }

    /**
     * Reads a boolean.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Boolean getBoolean(final String name) {
        return read(position(name), Boolean.class);
    }

    /**
     * Reads a boolean.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Boolean getBoolean(final int position) {
        return read(position, Boolean.class);
    }

    /**
     * Reads a number without a fraction.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Short getShort(final String name) {
        return read(position(name), Short.class);
    }

    /**
     * Reads a number without a fraction.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Short getShort(final int position) {
        return read(position, Short.class);
    }

    /**
     * Reads a number without a fraction.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Integer getInteger(final String name) {
        return read(position(name), Integer.class);
    }

    /**
     * Reads a number without a fraction.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Integer getInteger(final int position) {
        return read(position, Integer.class);
    }

    /**
     * Reads a number without a fraction.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Long getLong(final String name) {
        return read(position(name), Long.class);
    }

    /**
     * Reads a number without a fraction.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Long getLong(final int position) {
        return read(position, Long.class);
    }

    /**
     * Reads a number. A decimal number is refused if a {@code float} cannot hold all its digits.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Float getFloat(final String name) {
        return read(position(name), Float.class);
    }

    /**
     * Reads a number. A decimal number is refused if a {@code float} cannot hold all its digits.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Float getFloat(final int position) {
        return read(position, Float.class);
    }

    /**
     * Reads a number. A decimal number is refused if a {@code double} cannot hold all its digits.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Double getDouble(final String name) {
        return read(position(name), Double.class);
    }

    /**
     * Reads a number. A decimal number is refused if a {@code double} cannot hold all its digits.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Double getDouble(final int position) {
        return read(position, Double.class);
    }

    /**
     * Reads a number. A value of a floating-point column gets the digits of its shortest decimal form.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public BigDecimal getBigDecimal(final String name) {
        return read(position(name), BigDecimal.class);
    }

    /**
     * Reads a number. A value of a floating-point column gets the digits of its shortest decimal form.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public BigDecimal getBigDecimal(final int position) {
        return read(position, BigDecimal.class);
    }

    /**
     * Reads a text.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public String getString(final String name) {
        return read(position(name), String.class);
    }

    /**
     * Reads a text.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public String getString(final int position) {
        return read(position, String.class);
    }

    /**
     * Reads a UUID, or a text in the form of one.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public UUID getUUID(final String name) {
        return read(position(name), UUID.class);
    }

    /**
     * Reads a UUID, or a text in the form of one.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public UUID getUUID(final int position) {
        return read(position, UUID.class);
    }

    /**
     * Reads a date.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public LocalDate getLocalDate(final String name) {
        return read(position(name), LocalDate.class);
    }

    /**
     * Reads a date.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public LocalDate getLocalDate(final int position) {
        return read(position, LocalDate.class);
    }

    /**
     * Reads a time without a time zone.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public LocalTime getLocalTime(final String name) {
        return read(position(name), LocalTime.class);
    }

    /**
     * Reads a time without a time zone.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public LocalTime getLocalTime(final int position) {
        return read(position, LocalTime.class);
    }

    /**
     * Reads a date and time without a time zone.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public LocalDateTime getLocalDateTime(final String name) {
        return read(position(name), LocalDateTime.class);
    }

    /**
     * Reads a date and time without a time zone.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public LocalDateTime getLocalDateTime(final int position) {
        return read(position, LocalDateTime.class);
    }

    /**
     * Reads a time with a time zone.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public OffsetTime getOffsetTime(final String name) {
        return read(position(name), OffsetTime.class);
    }

    /**
     * Reads a time with a time zone.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public OffsetTime getOffsetTime(final int position) {
        return read(position, OffsetTime.class);
    }

    /**
     * Reads a date and time with a time zone.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public OffsetDateTime getOffsetDateTime(final String name) {
        return read(position(name), OffsetDateTime.class);
    }

    /**
     * Reads a date and time with a time zone.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public OffsetDateTime getOffsetDateTime(final int position) {
        return read(position, OffsetDateTime.class);
    }

    /**
     * Reads a length of time.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Duration getDuration(final String name) {
        return read(position(name), Duration.class);
    }

    /**
     * Reads a length of time.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Duration getDuration(final int position) {
        return read(position, Duration.class);
    }

    /**
     * Reads a moment: a date and time with a time zone.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Instant getInstant(final String name) {
        return read(position(name), Instant.class);
    }

    /**
     * Reads a moment: a date and time with a time zone.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Instant getInstant(final int position) {
        return read(position, Instant.class);
    }

    /**
     * Reads bytes.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Buffer getBuffer(final String name) {
        return read(position(name), Buffer.class);
    }

    /**
     * Reads bytes.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Buffer getBuffer(final int position) {
        return read(position, Buffer.class);
    }

    /**
     * Reads a JSON object.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public JsonObject getJsonObject(final String name) {
        return read(position(name), JsonObject.class);
    }

    /**
     * Reads a JSON object.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public JsonObject getJsonObject(final int position) {
        return read(position, JsonObject.class);
    }

    /**
     * Reads a JSON array.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public JsonArray getJsonArray(final String name) {
        return read(position(name), JsonArray.class);
    }

    /**
     * Reads a JSON array.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public JsonArray getJsonArray(final int position) {
        return read(position, JsonArray.class);
    }

    /**
     * Reads a JSON value: {@code JsonObject}, {@code JsonArray}, {@code String}, {@code Number}, {@code Boolean}, or {@code Tuple.JSON_NULL}.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Object getJson(final String name) {
        return read(position(name), Object.class);
    }

    /**
     * Reads a JSON value: {@code JsonObject}, {@code JsonArray}, {@code String}, {@code Number}, {@code Boolean}, or {@code Tuple.JSON_NULL}.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Object getJson(final int position) {
        return read(position, Object.class);
    }

    /**
     * Reads a value as the class that fits the type of its column.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Object getValue(final String name) {
        return read(position(name), Object.class);
    }

    /**
     * Reads a value as the class that fits the type of its column.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Object getValue(final int position) {
        return read(position, Object.class);
    }

    /**
     * Reads a value as an object of a class. The class can be one that a getter returns, {@code ZonedDateTime}, {@code Period}, {@code
     * Byte}, {@code BigInteger}, {@code byte[]}, an enum whose constants have the names in the column, or an array of these such as {@code
     * Long[].class}. It can also be a record or {@code Map} for JSON, a class with a {@link org.jzenith.sql.converter.SqlConverter}, or a
     * class of the driver.
     *
     * @param type the class
     * @param name the name of the column
     * @param <T> the type of the value
     * @return null for {@code NULL}
     */
    public <T> T get(final Class<T> type, final String name) {
        return convert(position(name), type);
    }

    /**
     * Reads a value as an object of a class. The class can be one that a getter returns, {@code ZonedDateTime}, {@code Period}, {@code
     * Byte}, {@code BigInteger}, {@code byte[]}, an enum whose constants have the names in the column, or an array of these such as {@code
     * Long[].class}. It can also be a record or {@code Map} for JSON, a class with a {@link org.jzenith.sql.converter.SqlConverter}, or a
     * class of the driver.
     *
     * @param type the class
     * @param position the position of the column, from 0
     * @param <T> the type of the value
     * @return null for {@code NULL}
     */
    public <T> T get(final Class<T> type, final int position) {
        return convert(position, type);
    }

    /** Returns the names of the columns, without their values. */
    @Override
    public String toString() {
        return "Row with the columns " + columns;
    }
}
