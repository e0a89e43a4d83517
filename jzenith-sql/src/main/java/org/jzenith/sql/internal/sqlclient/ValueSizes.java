package org.jzenith.sql.internal.sqlclient;

import com.google.common.base.Utf8;
import io.vertx.core.buffer.Buffer;
import java.lang.reflect.Array;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Collection;
import java.util.UUID;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.text.TextValue;

/** The bytes of values in a message to the server; all but texts, rendered documents and bytes count as a number. */
final class ValueSizes {

    private static final long MOST_BYTES_OF_CHAR = 3;

    /** The bytes of the type and the length of a value. */
    private static final long MOST_BYTES_OF_HEADER = 12;

    private ValueSizes() {}

    /** Returns the bytes of what a driver sends with so many values if it counts into the limit of the database. */
    static long headers(final SqlDriver driver, final int values) {
        return driver.describesParameters() ? 0 : MOST_BYTES_OF_HEADER * values;
    }

    /**
     * Returns at least the bytes of values together, and more than a limit only if they are beyond it. Texts are only encoded if their
     * lengths do not tell.
     */
    static long bytesWithin(final long limit, final @Nullable Object[] values) {
        final long most = bytes(limit, values, ValueSizes::mostBytes, value -> value);
        return most <= limit ? most : bytes(limit, values, ValueSizes::encodedLength, value -> value);
    }

    /** Returns the bytes of a value, or of an array of values. */
    static long bytes(final @Nullable Object value) {
        return bytes(Long.MAX_VALUE, value, ValueSizes::encodedLength, each -> each);
    }

    /** Returns at least the bytes of a text. */
    static long mostBytes(final String text) {
        return MOST_BYTES_OF_CHAR * text.length();
    }

    /** Returns the bytes of a text; the most bytes for one with half of a surrogate pair, which is refused. */
    static long encodedLength(final String text) {
        try {
            return Utf8.encodedLength(text);
        } catch (final IllegalArgumentException e) {
            return mostBytes(text);
        }
    }

    /**
     * Returns the bytes of a value, or of an array of values.
     *
     * @param limit the bytes beyond which the other elements do not matter
     * @param ofText returns the bytes of a text
     * @param conversion applied to each value
     */
    static long bytes(
            final long limit,
            final @Nullable Object given,
            final ToLongFunction<String> ofText,
            final UnaryOperator<@Nullable Object> conversion) {
        final Object value = conversion.apply(given);
        if (value instanceof String text) {
            return ofText.applyAsLong(text);
        }
        if (value instanceof TextValue text) {
            return ofText.applyAsLong(text.text());
        }
        if (value == null || value instanceof Number || value instanceof UUID || value instanceof Temporal) {
            return Long.BYTES;
        }
        if (value instanceof Buffer buffer) {
            return buffer.length();
        }
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        if (value instanceof JsonText json) {
            return ofText.applyAsLong(json.text());
        }
        if (value instanceof Object[] array) {
            return Number.class.isAssignableFrom(array.getClass().getComponentType())
                    ? (long) Long.BYTES * array.length
                    : total(limit, Arrays.asList(array), ofText, conversion);
        }
        if (value instanceof Collection<?> list) {
            return total(limit, list, ofText, conversion);
        }
        return value.getClass().isArray() ? (long) Long.BYTES * Array.getLength(value) : Long.BYTES;
    }

    private static long total(
            final long limit,
            final Collection<?> values,
            final ToLongFunction<String> ofText,
            final UnaryOperator<@Nullable Object> conversion) {
        long total = 0;
        for (final Object value : values) {
            total += bytes(limit - total, value, ofText, conversion);
            if (total > limit) {
                return total;
            }
        }
        return total;
    }
}
