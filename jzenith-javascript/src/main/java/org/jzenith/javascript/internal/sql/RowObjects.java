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
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.javascript.script.ScriptCall;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.sql.Row;

/**
 * Creates plain JavaScript objects of rows. An {@code int8} is a number while that is exact, and otherwise a {@code BigInt}; a {@code
 * numeric} is a string with all its digits. Dates and times are strings in ISO 8601, because a {@code Date} has no microseconds. {@code
 * json} is what it contains, an array is an array, {@code bytea} is a {@code Uint8Array}. Other types are text, as the server writes them.
 */
final class RowObjects {

    /** Creates the object of a row. */
    private static final String OBJECT = "row => row[0](row, 1)";

    private final ScriptRequest request;

    /** The columns of the last row, and the function for them: mostly those of the next one, too. */
    private List<String> columns = List.of();

    private @Nullable Value creator;

    RowObjects(final ScriptRequest request) {
        this.request = request;
    }

    /** Returns an array of the values of rows, one row after the other. */
    ScriptCall values(final List<Row> rows) {
        final int width = rows.isEmpty() ? 0 : rows.get(0).size();
        final @Nullable Object[] values = new Object[rows.size() * width];
        for (int i = 0; i < rows.size(); i++) {
            convert(rows.get(i), values, i * width);
        }
        return array(values);
    }

    private ScriptCall array(final @Nullable Object[] elements) {
        return ScriptCall.of(request.expression("elements => elements"), elements);
    }

    /** Returns the object of one row. */
    ScriptCall object(final Row row) {
        return call(OBJECT, row, factory(row));
    }

    /**
     * Calls a function with the values of a row behind other arguments.
     *
     * @param expression the function
     */
    ScriptCall call(final String expression, final Row row, final @Nullable Object... first) {
        final @Nullable Object[] arguments = Arrays.copyOf(first, first.length + row.size());
        convert(row, arguments, first.length);
        return ScriptCall.of(request.expression(expression), arguments);
    }

    /** @param start the position of the first value in the target */
    private void convert(final Row row, final @Nullable Object[] target, final int start) {
        for (int i = 0; i < row.size(); i++) {
            final Object converted = converted(row.getValue(i));
            target[start + i] = converted == this ? row.getString(i) : converted;
        }
    }

    /**
     * Returns a function that creates the object of a row, from an array of values and the position of the row's first value, so that all
     * rows of a query have one shape.
     */
    Value factory(final Row row) {
        final List<String> names = row.columnNames();
        Value known = creator;
        if (known == null || names != columns) {
            known = request.expression(names, () -> creator(names));
            columns = names;
            creator = known;
        }
        return known;
    }

    private static String creator(final List<String> names) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> member(names.get(i)) + ":v[i+" + i + "]")
                .collect(Collectors.joining(",", "(v, i) => ({", "})"));
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
            return request.value(array(elements));
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
