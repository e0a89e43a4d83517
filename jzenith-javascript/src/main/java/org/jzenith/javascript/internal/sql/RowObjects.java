package org.jzenith.javascript.internal.sql;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.sql.Row;

/**
 * Creates plain JavaScript objects of rows. An {@code int8} is a number while that is exact, and otherwise a {@code BigInt}; a {@code
 * numeric} is a string with all its digits. Dates and times are strings in ISO 8601, because a {@code Date} has no microseconds. {@code
 * json} is what it contains, an array is an array, {@code bytea} is a {@code Uint8Array}. Other types are text, as the server writes them.
 */
final class RowObjects {

    /** Creates the result of a query with one row, without a call to the Java side for the row. */
    private static final String ONE_ROW = """
            (rowCount, create, ...values) => {
              const first = () => create(...values)
              return { rowCount, one: first, first, list: () => [first()] }
            }
            """;

    private final ScriptRequest request;

    RowObjects(final ScriptRequest request) {
        this.request = request;
    }

    /** Returns an array of objects. */
    Value array(final List<Row> rows) {
        final Object[] objects = new Object[rows.size()];
        if (objects.length > 0) {
            final Value factory = factory(rows.get(0));
            for (int i = 0; i < objects.length; i++) {
                objects[i] = object(rows.get(i), factory);
            }
        }
        return array(objects);
    }

    private Value array(final @Nullable Object[] elements) {
        return request.expression("(...elements) => elements").execute(elements);
    }

    /** Returns the object of one row. */
    Value object(final Row row) {
        return object(row, factory(row));
    }

    private Value object(final Row row, final Value factory) {
        final @Nullable Object[] values = new Object[row.size()];
        convert(row, values, 0);
        return factory.execute(values);
    }

    /** Returns the result of a query with one row. */
    Value result(final int rowCount, final Row row) {
        final @Nullable Object[] values = new Object[row.size() + 2];
        values[0] = rowCount;
        values[1] = factory(row);
        convert(row, values, 2);
        return request.expression(ONE_ROW).execute(values);
    }

    /** @param start the position of the first value in the target */
    private void convert(final Row row, final @Nullable Object[] target, final int start) {
        for (int i = 0; i < row.size(); i++) {
            final Object converted = converted(row.getValue(i));
            target[start + i] = converted == this ? row.getString(i) : converted;
        }
    }

    /** Returns a function that creates an object of the values of the columns, so that all rows of a query have one shape. */
    private Value factory(final Row row) {
        final List<String> names = row.columnNames();
        return request.expression(names, () -> {
            final String parameters =
                    IntStream.range(0, names.size()).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
            final String members = IntStream.range(0, names.size())
                    .mapToObj(i -> member(names.get(i)) + ":c" + i)
                    .collect(Collectors.joining(","));
            return "(" + parameters + ") => ({" + members + "})";
        });
    }

    private static String member(final String name) {
        final String quoted = '"' + new String(JsonStringEncoder.getInstance().quoteAsString(name)) + '"';
        return name.equals("__proto__") ? "[" + quoted + "]" : quoted; // without brackets it would be the prototype
    }

    /** Returns this object for a value of another class. */
    private @Nullable Object converted(final @Nullable Object value) {
        if (value == null || value == Tuple.JSON_NULL) {
            return null;
        }
        if (value instanceof String
                || value instanceof Boolean
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Double) {
            return value;
        }
        if (value instanceof final Long number) {
            return number == number.intValue() ? (Object) number.intValue() : request.value(number);
        }
        if (value instanceof Float) {
            return Double.valueOf(value.toString()); // 0.1f is 0.1, not 0.10000000149011612
        }
        if (value instanceof final BigDecimal number) {
            return number.toPlainString();
        }
        if (value instanceof final Buffer bytes) {
            return request.value(bytes.getBytes());
        }
        if (value instanceof JsonObject || value instanceof JsonArray) {
            return request.expression("JSON.parse").execute(value.toString());
        }
        if (value instanceof final Object[] array) {
            final @Nullable Object[] elements = new Object[array.length];
            for (int i = 0; i < elements.length; i++) {
                final Object element = converted(array[i]);
                elements[i] = element == this ? String.valueOf(array[i]) : element;
            }
            return array(elements);
        }
        return text(value);
    }

    private Object text(final Object value) {
        if (value instanceof final OffsetDateTime time) {
            return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
        }
        if (value instanceof final LocalDateTime time) {
            return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
        }
        if (value instanceof final LocalTime time) {
            return DateTimeFormatter.ISO_LOCAL_TIME.format(time);
        }
        return value instanceof UUID || value instanceof LocalDate || value instanceof OffsetTime
                ? value.toString()
                : this;
    }
}
