package org.jzenith.sql;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.jzenith.sql.driver.Column;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.sqlclient.Columns;
import org.jzenith.sql.sqlclient.ExactNumbers;

/**
 * A row of a result. Columns are read by name, or by position from 0:
 *
 * <pre>{@code
 * client.query("SELECT id, name, born FROM users")
 *         .map(row -> new User(row.getUUID("id"), row.getString("name"), row.getLocalDate("born")))
 *         .list();
 * }</pre>
 *
 * <p>A getter returns null for SQL's {@code NULL}, and otherwise the exact value. If a number does not fit the getter's type, or the column
 * has another type or does not exist, it throws a {@link SqlException} that names the column and the getter to use.
 */
@NullUnmarked // Only the statement knows if a column can be NULL.
public final class Row {

    /** The getters by the class that they return, for messages. */
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
     * @return the names in order, in which a name may occur twice
     */
    public List<String> columnNames() {
        return IntStream.range(0, columns.size())
                .mapToObj(position -> columns.get(position).name())
                .toList();
    }

    private int position(final String name) {
        final int position = columns.indexOf(name);
        if (position < 0) {
            throw failure("there is no column " + name + " in the row, whose columns are: " + columns);
        }
        return position;
    }

    private static SqlException failure(final String reason) {
        return new SqlException(SqlException.Details.of(reason));
    }

    private Column column(final int position) {
        if (position < 0 || position >= columns.size()) {
            throw failure("there is no column at position " + position
                    + " in the row, whose columns, from position 0, are: " + columns);
        }
        return columns.get(position);
    }

    private <T> T read(final int position, final Class<T> type) {
        final Column column = column(position);
        final Object value = values.getValue(position);
        return value == null ? null : convert(position, column.reader().read(value, type), type);
    }

    private <T> T convert(final int position, final Object value, final Class<T> type) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        if (value instanceof Number number) {
            return type.cast(toNumber(position, number, type));
        }
        if (value instanceof Object[] array && Object[].class.isAssignableFrom(type)) {
            return type.cast(toArray(position, array, type.getComponentType()));
        }
        if (value instanceof String text && type == UUID.class) {
            return type.cast(parse(position, type, () -> UUID.fromString(text)));
        }
        if (value instanceof String text && type.isEnum()) {
            return type.cast(parse(position, type, () -> constant(type, text)));
        }
        throw wrongType(position, type);
    }

    private Number toNumber(final int position, final Number value, final Class<?> type) {
        final Number converted;
        try {
            converted = ExactNumbers.to(type, value);
        } catch (final ArithmeticException e) {
            throw failure(describe(position) + " has a number that cannot be read exactly as " + type.getSimpleName()
                    + remedy(position));
        }
        if (converted == null) {
            throw wrongType(position, type);
        }
        return converted;
    }

    private Object[] toArray(final int position, final Object[] values, final Class<?> component) {
        final Object[] converted = (Object[]) Array.newInstance(component, values.length);
        for (int i = 0; i < values.length; i++) {
            converted[i] = values[i] == null ? null : convert(position, values[i], component);
        }
        return converted;
    }

    private <T> T parse(final int position, final Class<?> type, final Supplier<T> parser) {
        try {
            return parser.get();
        } catch (final IllegalArgumentException e) {
            throw failure(describe(position) + " has a text that is not a valid " + type.getSimpleName()
                    + "; read it with getString");
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object constant(final Class type, final String name) {
        return Enum.valueOf(type, name);
    }

    private SqlException wrongType(final int position, final Class<?> type) {
        return failure(describe(position) + " cannot be read as " + type.getSimpleName() + remedy(position));
    }

    private String describe(final int position) {
        final Column column = columns.get(position);
        return "column " + column.name() + " of the type " + column.type();
    }

    private String remedy(final int position) {
        final Object value = read(position, Object.class);
        final Class<?> type = value instanceof Buffer ? Buffer.class : value.getClass();
        final String getter = GETTERS.get(type);
        return "; read it with " + (getter == null ? "get(" + type.getSimpleName() + ".class, ..)" : getter);
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
     * Reads a number. A decimal number fits if a {@code float} has its digits.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Float getFloat(final String name) {
        return read(position(name), Float.class);
    }

    /**
     * Reads a number. A decimal number fits if a {@code float} has its digits.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Float getFloat(final int position) {
        return read(position, Float.class);
    }

    /**
     * Reads a number. A decimal number fits if a {@code double} has its digits.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Double getDouble(final String name) {
        return read(position(name), Double.class);
    }

    /**
     * Reads a number. A decimal number fits if a {@code double} has its digits.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Double getDouble(final int position) {
        return read(position, Double.class);
    }

    /**
     * Reads a number. For a floating-point column, it has the digits of the shortest decimal form.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public BigDecimal getBigDecimal(final String name) {
        return read(position(name), BigDecimal.class);
    }

    /**
     * Reads a number. For a floating-point column, it has the digits of the shortest decimal form.
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
     * Reads a value in the class that fits the type of its column.
     *
     * @param name the name of the column
     * @return null for {@code NULL}
     */
    public Object getValue(final String name) {
        return read(position(name), Object.class);
    }

    /**
     * Reads a value in the class that fits the type of its column.
     *
     * @param position the position of the column, from 0
     * @return null for {@code NULL}
     */
    public Object getValue(final int position) {
        return read(position, Object.class);
    }

    /**
     * Reads a value as an object of a class: the class of a getter, an enum whose constants have the names in the column, an array of these
     * such as {@code Long[].class}, or a class of the driver.
     *
     * @param type the class
     * @param name the name of the column
     * @param <T> the type of the value
     * @return null for {@code NULL}
     */
    public <T> T get(final Class<T> type, final String name) {
        return read(position(name), type);
    }

    /**
     * Reads a value as an object of a class: the class of a getter, an enum whose constants have the names in the column, an array of these
     * such as {@code Long[].class}, or a class of the driver.
     *
     * @param type the class
     * @param position the position of the column, from 0
     * @param <T> the type of the value
     * @return null for {@code NULL}
     */
    public <T> T get(final Class<T> type, final int position) {
        return read(position, type);
    }

    /** Returns the names of the columns, without their values. */
    @Override
    public String toString() {
        return "Row with the columns " + columns;
    }
}
