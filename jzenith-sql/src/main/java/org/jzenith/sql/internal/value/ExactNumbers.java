package org.jzenith.sql.internal.value;

import io.vertx.sqlclient.data.Numeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts numbers without a loss. A number that does not fit throws an {@link ArithmeticException}. A decimal number fits a binary
 * floating-point type if its digits do.
 */
public final class ExactNumbers {

    /** The classes to which numbers are converted. */
    static final Set<Class<?>> CLASSES = Set.of(
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            BigInteger.class);

    private static final double BEYOND_LONG = 0x1p63;

    private ExactNumbers() {}

    /** Returns a number as an object of a class; null for a class that getters do not return. */
    public static @Nullable Number to(final Class<?> type, final Number number) {
        if (type == Byte.class) {
            return (byte) toLong(number, Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        if (type == Short.class) {
            return (short) toLong(number, Short.MIN_VALUE, Short.MAX_VALUE);
        }
        if (type == Integer.class) {
            return (int) toLong(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == Long.class) {
            return toLong(number);
        }
        if (type == Float.class) {
            return toFloat(number);
        }
        if (type == Double.class) {
            return toDouble(number);
        }
        if (type == BigInteger.class) {
            return toDecimal(number).toBigIntegerExact();
        }
        return type == BigDecimal.class ? toDecimal(number) : null;
    }

    private static long toLong(final Number number, final long least, final long greatest) {
        final long value = toLong(number);
        if (value < least || value > greatest) {
            throw new ArithmeticException("out of range");
        }
        return value;
    }

    private static long toLong(final Number number) {
        if (isSmallInteger(number) || number instanceof Long) {
            return number.longValue();
        }
        if (number instanceof Double || number instanceof Float) {
            final double floating = number.doubleValue();
            final long value = (long) floating;
            if (value != floating || floating == BEYOND_LONG) {
                throw new ArithmeticException("not a long");
            }
            return value;
        }
        return toDecimal(number).longValueExact();
    }

    private static boolean isSmallInteger(final Number number) {
        return number instanceof Integer || number instanceof Short || number instanceof Byte;
    }

    private static float toFloat(final Number number) {
        final float value = number.floatValue();
        if (!isSame(value, Float.toString(value), number)) {
            throw new ArithmeticException("not a float");
        }
        return value;
    }

    private static double toDouble(final Number number) {
        final double value = number.doubleValue();
        if (!isSame(value, Double.toString(value), number)) {
            throw new ArithmeticException("not a double");
        }
        return value;
    }

    private static boolean isSame(final double value, final String digits, final Number number) {
        if (number instanceof Double || number instanceof Float || Double.isNaN(value)) {
            return Double.compare(value, number.doubleValue()) == 0;
        }
        if (Double.isInfinite(value)) {
            return false;
        }
        final BigDecimal decimal = toDecimal(number);
        return new BigDecimal(value).compareTo(decimal) == 0
                || ((number instanceof BigDecimal || number instanceof Numeric)
                        && new BigDecimal(digits).compareTo(decimal) == 0);
    }

    /** Returns the decimal number with the digits of a number. */
    public static BigDecimal toDecimal(final Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        if (number instanceof Numeric numeric && !numeric.isNaN()) {
            return numeric.bigDecimalValue();
        }
        try {
            return new BigDecimal(number.toString());
        } catch (final NumberFormatException e) {
            throw new ArithmeticException("not a finite number");
        }
    }
}
