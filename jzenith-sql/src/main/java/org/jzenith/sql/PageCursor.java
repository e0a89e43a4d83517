package org.jzenith.sql;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.InvalidPageException;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.connection.SqlErrors;

/**
 * The values of the sort columns of a row as a text for clients: Base64url of a JSON array that starts with a checksum of the order. A
 * client can read and forge it, so its values are used only as parameters of the statement.
 */
final class PageCursor {

    /** A number with so many digits always fits into a {@code long}. */
    private static final int LONGEST_INTEGER = 18;

    /** The classes of values. In a cursor, each value is a text that starts with the tag of its class. */
    private static final List<Kind> KINDS = List.of(
            new Kind('s', String.class, text -> text),
            new Kind('n', Number.class, PageCursor::number),
            new Kind('u', UUID.class, UUID::fromString),
            new Kind('d', LocalDate.class, LocalDate::parse),
            new Kind('t', LocalTime.class, LocalTime::parse),
            new Kind('l', LocalDateTime.class, LocalDateTime::parse),
            new Kind('o', OffsetDateTime.class, OffsetDateTime::parse),
            new Kind('b', Boolean.class, Boolean::valueOf));

    /** The values that drivers return for minus infinity, but cannot send. */
    private static final Set<Object> ENDLESS = Set.of(LocalDate.MIN, LocalDateTime.MIN, OffsetDateTime.MIN);

    private static final Set<String> ENDLESS_NUMBERS = Set.of("NaN", "Infinity", "-Infinity");

    private record Kind(char tag, Class<?> type, Function<String, Object> parse) {}

    private PageCursor() {}

    /**
     * Encodes the values of a row.
     *
     * @param errors creates the error
     * @param sql the statement, for messages
     * @throws SqlException if a cursor cannot have such values
     */
    static String encode(final List<Sort> order, final Object[] keys, final SqlErrors errors, final String sql) {
        final JsonArray values = new JsonArray().add(checksum(order));
        for (int i = 0; i < keys.length; i++) {
            final Object key = keys[i];
            final String column = order.get(i).column();
            final Kind kind = KINDS.stream()
                    .filter(each -> each.type().isInstance(key))
                    .findFirst()
                    .orElseThrow(() -> errors.unsortable(
                            column, "has values of " + key.getClass().getName(), sql));
            values.add(kind.tag() + text(key, column, errors, sql));
        }
        final String cursor = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(values.encode().getBytes(StandardCharsets.UTF_8));
        if (cursor.length() > PageRequest.LONGEST_CURSOR) {
            throw errors.unsortable(
                    order.get(0).column(),
                    "has values that, together with those of the other sort columns, are too long for a cursor",
                    sql);
        }
        return cursor;
    }

    private static String text(final Object key, final String column, final SqlErrors errors, final String sql) {
        if (ENDLESS.contains(key) || (key instanceof Number && ENDLESS_NUMBERS.contains(key.toString()))) {
            throw errors.unsortable(column, "is infinite or NaN in a row", sql);
        }
        // A server may compare a float as the double with the same value.
        return key instanceof Float number ? Double.toString(number) : key.toString();
    }

    static Object[] decode(final List<Sort> order, final String cursor) {
        try {
            final JsonArray values =
                    new JsonArray(Buffer.buffer(Base64.getUrlDecoder().decode(cursor)));
            if (values.size() == order.size() + 1 && values.getInteger(0) == checksum(order)) {
                return values.stream()
                        .skip(1)
                        .map(value -> decode((String) value))
                        .toArray();
            }
        } catch (final RuntimeException e) {
            throw invalid(e);
        }
        throw invalid(null);
    }

    static InvalidPageException invalid(final @Nullable Throwable cause) {
        final InvalidPageException error = new InvalidPageException(
                PageRequest.AFTER, "is not a cursor of this list. Use the link to the next page, unchanged.");
        error.initCause(cause);
        return error;
    }

    private static int checksum(final List<Sort> order) {
        return order.toString().hashCode();
    }

    private static Object decode(final String tagged) {
        return KINDS.stream()
                .filter(each -> each.tag() == tagged.charAt(0))
                .findFirst()
                .orElseThrow()
                .parse()
                .apply(tagged.substring(1));
    }

    private static Number number(final String text) {
        final BigDecimal number = new BigDecimal(text);
        return text.length() <= LONGEST_INTEGER && number.scale() == 0 ? number.longValue() : number;
    }
}
