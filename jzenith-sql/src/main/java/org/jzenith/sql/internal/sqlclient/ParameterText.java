package org.jzenith.sql.internal.sqlclient;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import org.jzenith.sql.text.TextValue;

/** Reads a text as the type of a parameter. */
final class ParameterText {

    /** The time to read digits grows with the square of their number, and a client may send millions. */
    private static final int MOST_CHARACTERS_OF_NUMBER = 1_000;

    private ParameterText() {}

    /**
     * Returns the value of a text in a class that the conversion to the type takes; other values as they are.
     *
     * @param type the type of the parameter as {@link Parameters} names it
     */
    static Object read(final Object value, final String type) {
        if (!(value instanceof final TextValue given)) {
            return value;
        }
        final String text = given.text();
        try {
            return switch (type) {
                case "boolean" -> bool(text);
                case "smallint", "integer", "bigint", "real", "double precision", "numeric" -> number(text);
                case "date" -> LocalDate.parse(text);
                case "time" -> LocalTime.parse(text);
                case "timestamp" -> LocalDateTime.parse(text);
                case "time with time zone" -> OffsetTime.parse(text);
                case "timestamp with time zone" -> OffsetDateTime.parse(text);
                default -> text;
            };
        } catch (final NumberFormatException | DateTimeException e) {
            throw new InvalidParameterException("is a text that is not a valid " + type);
        }
    }

    private static BigDecimal number(final String text) {
        if (text.length() > MOST_CHARACTERS_OF_NUMBER) {
            throw new InvalidParameterException("is a text that is too long for a number");
        }
        return new BigDecimal(text);
    }

    private static boolean bool(final String text) {
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        throw new InvalidParameterException("is a text that is neither true nor false");
    }
}
