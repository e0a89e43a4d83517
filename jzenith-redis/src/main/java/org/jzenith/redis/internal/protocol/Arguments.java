package org.jzenith.redis.internal.protocol;

import com.google.common.base.Utf8;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.redis.error.InvalidCommandException;

/** The name of a command and its arguments, each a {@link String} or a {@code byte[]}, whose sum of bytes is known. */
public final class Arguments {

    private final String name;
    private final Object[] values;
    private final int size;

    private Arguments(final String name, final Object[] values, final int size) {
        this.name = name;
        this.values = values;
        this.size = size;
    }

    /**
     * Checks the arguments of a command.
     *
     * @param arguments texts, numbers, bytes or collections of these
     * @param limit of one argument, in bytes
     * @throws InvalidCommandException if one cannot be sent
     */
    public static Arguments of(final String name, final int limit, final @Nullable Object... arguments) {
        int count = arguments.length;
        for (final Object each : arguments) {
            count += each instanceof final Collection<?> many ? many.size() - 1 : 0;
        }
        final Object[] values = new Object[count];
        int size = name.length();
        int next = 0;
        for (final Object each : arguments) {
            for (final Object one : each instanceof final Collection<?> many ? many : single(each)) {
                values[next] = value(name, next, one);
                final int length = length(name, next, values[next]);
                if (length > limit) {
                    throw new InvalidCommandException(
                            name,
                            "the argument " + (next + 1) + " has " + length + " bytes, more than redis.max-value-size ("
                                    + limit + ")");
                }
                size += length;
                next++;
            }
        }
        return new Arguments(name, values, size);
    }

    private static Collection<@Nullable Object> single(final @Nullable Object value) {
        return Collections.singletonList(value);
    }

    private static Object value(final String name, final int index, final @Nullable Object value) {
        if (value instanceof String || value instanceof byte[]) {
            return value;
        }
        if (value instanceof final Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof final Buffer buffer) {
            return buffer.getBytes();
        }
        if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
            return value.toString();
        }
        if (value == null) {
            throw new InvalidCommandException(name, "the argument " + (index + 1) + " is null");
        }
        throw new InvalidCommandException(
                name,
                "the argument " + (index + 1) + " is a " + value.getClass().getName()
                        + "; use a text, a number or bytes");
    }

    private static int length(final String name, final int index, final Object value) {
        if (value instanceof final byte[] bytes) {
            return bytes.length;
        }
        try {
            return Utf8.encodedLength((String) value);
        } catch (final IllegalArgumentException e) {
            throw new InvalidCommandException(
                    name, "the argument " + (index + 1) + " has an unpaired surrogate, which cannot be sent as UTF-8");
        }
    }

    /** Returns the name of the command. */
    public String name() {
        return name;
    }

    /** Returns the number of bytes of all arguments. */
    public int size() {
        return size;
    }

    /** Returns the arguments, each a {@link String} or a {@code byte[]}. */
    public List<Object> values() {
        return List.of(values);
    }

    /** Appends the command to what will be sent. */
    public void encode(final Buffer target) {
        header(target, '*', values.length + 1);
        argument(target, name);
        for (final Object value : values) {
            argument(target, value);
        }
    }

    private static void argument(final Buffer target, final Object value) {
        final byte[] bytes =
                value instanceof final byte[] given ? given : ((String) value).getBytes(StandardCharsets.UTF_8);
        header(target, '$', bytes.length);
        target.appendBytes(bytes).appendByte((byte) '\r').appendByte((byte) '\n');
    }

    private static void header(final Buffer target, final char type, final int number) {
        target.appendByte((byte) type);
        if (number < 10) {
            target.appendByte((byte) ('0' + number));
        } else {
            target.appendString(Integer.toString(number));
        }
        target.appendByte((byte) '\r').appendByte((byte) '\n');
    }
}
