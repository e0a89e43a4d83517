package org.jzenith.redis;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.redis.error.UnexpectedReplyException;
import org.jzenith.redis.internal.protocol.ErrorReply;

/**
 * The server's reply to a {@linkplain RedisClient#command command}. For the kind of reply, see the command's page at redis.io.
 *
 * <p>Each method throws an {@link UnexpectedReplyException} if the reply has a different kind. Immutable and safe for use by many threads.
 */
public final class RedisReply {

    private final String command;
    private final @Nullable Object value;

    /**
     * Wraps a decoded reply; called by jZenith.
     *
     * @param command the name of the command
     * @param value the value that the decoder returned
     */
    RedisReply(final String command, final @Nullable Object value) {
        this.command = command;
        this.value = value;
    }

    /**
     * Returns true if there is no value, for example because the key does not exist.
     *
     * @return true for a nil reply
     */
    public boolean isNull() {
        return value == null;
    }

    /**
     * Returns the reply as a text.
     *
     * @return the text of a value or of a status such as {@code OK}
     */
    public String text() {
        if (value instanceof final byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return value instanceof final String status
                ? status
                : as(Long.class, "text").toString();
    }

    /**
     * Returns the reply as bytes.
     *
     * @return a copy of the bytes
     */
    public Buffer bytes() {
        return Buffer.buffer(as(byte[].class, "value").clone());
    }

    /** Returns the bytes without copying them. */
    byte[] array() {
        return as(byte[].class, "value");
    }

    /**
     * Returns the reply as a whole number.
     *
     * @return the number; a text is parsed
     */
    public long number() {
        if (value instanceof final Long number) {
            return number;
        }
        try {
            return Long.parseLong(text());
        } catch (final NumberFormatException e) {
            throw new UnexpectedReplyException(command, "the value is not a whole number", null);
        }
    }

    /**
     * Returns the reply as a floating-point number, such as a score.
     *
     * @return the number, parsed from the text
     */
    public double decimal() {
        final String text = text();
        try {
            return switch (text) {
                case "inf" -> Double.POSITIVE_INFINITY;
                case "-inf" -> Double.NEGATIVE_INFINITY;
                default -> Double.parseDouble(text);
            };
        } catch (final NumberFormatException e) {
            throw new UnexpectedReplyException(command, "the value is not a number", null);
        }
    }

    /**
     * Returns the reply as a list.
     *
     * @return the elements, each of which may be null, a value, a number or a list
     */
    public List<RedisReply> list() {
        final List<?> values = as(List.class, "list");
        final List<RedisReply> replies = new ArrayList<>(values.size());
        values.forEach(each -> replies.add(new RedisReply(command, each)));
        return replies;
    }

    /**
     * Throws the error if this reply is one. Use it for elements of a list, such as the reply to one command of a transaction.
     *
     * @return this reply if it is not an error
     */
    public RedisReply orError() {
        if (value instanceof final ErrorReply error) {
            throw error.toException(command);
        }
        return this;
    }

    private <T> T as(final Class<T> type, final String wanted) {
        if (!type.isInstance(value)) {
            orError();
            throw new UnexpectedReplyException(command, "the reply is " + kind() + " instead of a " + wanted, null);
        }
        return type.cast(value);
    }

    private String kind() {
        if (value == null) {
            return "empty";
        }
        return value instanceof List ? "a list" : value instanceof Long ? "a number" : "a value";
    }

    /** Names only the kind, because values do not belong in logs. */
    @Override
    public String toString() {
        return "RedisReply[" + command + ": " + kind() + "]";
    }
}
