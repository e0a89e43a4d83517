package org.jzenith.mysql.internal.mysqlclient;

import io.vertx.core.buffer.Buffer;
import io.vertx.mysqlclient.data.spatial.Geometry;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.data.Numeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Locale;
import java.util.UUID;

/**
 * Converts parameters to the classes that {@code vertx-mysql-client} sends exactly. That library would send objects of other classes as
 * the result of their {@code toString}, and fail within the connection for values that a type does not have.
 */
final class SentValues {

    private static final int LAST_YEAR = 9999;

    /** More than a number of the server can have; the digits of one like 1E1000000000 would fill the memory. */
    private static final int MOST_DIGITS = 1_000;

    private static final Duration LONGEST =
            Duration.ofHours(838).plusMinutes(59).plusSeconds(59).plusNanos(999_999_000);

    private static final BigDecimal LEAST_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal GREATEST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

    private SentValues() {}

    /** Implements {@link org.jzenith.sql.driver.SqlDriver#untyped}. */
    static Object of(final Object value) {
        if (value instanceof String
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Boolean
                || value instanceof Short
                || value instanceof Byte
                || value instanceof Buffer
                || value instanceof Geometry) {
            return value;
        }
        if (value instanceof Number number) {
            return number(number);
        }
        if (value instanceof byte[] bytes) {
            return Buffer.buffer(bytes);
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof UUID || value instanceof Character) {
            return value.toString();
        }
        if (value == Tuple.JSON_NULL) {
            return "null";
        }
        if (value.getClass().isArray() || value instanceof Collection<?>) {
            throw new UnsupportedOperationException("is a " + value.getClass().getSimpleName()
                    + ", and MariaDB has no arrays; write IN (:name) and bind a list to the name");
        }
        return time(value);
    }

    private static Object number(final Number number) {
        if (number instanceof Double || number instanceof Float) {
            require(Double.isFinite(number.doubleValue()));
            return number;
        }
        if (number instanceof BigDecimal decimal) {
            return decimal(decimal);
        }
        if (number instanceof BigInteger integer) {
            return decimal(new BigDecimal(integer));
        }
        if (number instanceof Numeric numeric) {
            require(!numeric.isNaN());
            return decimal(numeric.bigDecimalValue());
        }
        throw unknown(number);
    }

    /** The server compares a text with a number as floating point, and an integer exactly. */
    private static Object decimal(final BigDecimal decimal) {
        require(decimal.precision() <= MOST_DIGITS && Math.abs((long) decimal.scale()) <= MOST_DIGITS);
        return decimal.scale() <= 0 && decimal.compareTo(LEAST_LONG) >= 0 && decimal.compareTo(GREATEST_LONG) <= 0
                ? (Object) decimal.longValue()
                : decimal.toPlainString();
    }

    private static Object time(final Object value) {
        if (value instanceof LocalDate date) {
            require(isStored(date));
            return date;
        }
        if (value instanceof LocalDateTime time) {
            require(isStored(time.toLocalDate()));
            return time;
        }
        if (value instanceof LocalTime) {
            return value;
        }
        if (value instanceof Instant instant) {
            // Beyond these years it cannot be converted.
            return time(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
        }
        if (value instanceof OffsetDateTime time) {
            return time(time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
        }
        if (value instanceof ZonedDateTime time) {
            return time(time.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime());
        }
        if (value instanceof Duration duration) {
            return text(duration);
        }
        throw unknown(value);
    }

    private static boolean isStored(final LocalDate date) {
        return date.getYear() >= 1 && date.getYear() <= LAST_YEAR;
    }

    /** The library sends some negative durations wrongly. */
    private static String text(final Duration duration) {
        final Duration positive = duration.abs();
        require(positive.compareTo(LONGEST) <= 0);
        return String.format(
                Locale.ROOT,
                "%s%02d:%02d:%02d.%06d",
                duration.isNegative() ? "-" : "",
                positive.toHours(),
                positive.toMinutesPart(),
                positive.toSecondsPart(),
                positive.toNanosPart() / 1_000);
    }

    private static void require(final boolean inRange) {
        if (!inRange) {
            throw new ArithmeticException("out of range");
        }
    }

    private static UnsupportedOperationException unknown(final Object value) {
        return new UnsupportedOperationException(
                "is a " + value.getClass().getName() + ", which cannot be sent to MariaDB");
    }
}
