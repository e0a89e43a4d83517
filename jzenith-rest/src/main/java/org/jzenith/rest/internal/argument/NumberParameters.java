package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Function;
import org.jboss.resteasy.util.StringToPrimitive;
import org.jspecify.annotations.Nullable;

/**
 * Reads parameters that are numbers. Refuses {@code 1e999} as a {@code double}, and a {@code BigDecimal} so large that a sum with it
 * would exhaust the server's memory. The time to read digits grows with the square of their number, and a form may have millions.
 */
public final class NumberParameters implements ParamConverterProvider {

    private static final int LARGEST_SCALE = 10_000;
    private static final int MOST_CHARACTERS = 10_000;

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable ParamConverter<T> getConverter(
            final Class<T> type, final Type genericType, final Annotation[] annotations) {
        if (type == double.class || type == float.class) {
            return (ParamConverter<T>)
                    converter(text -> (Number) StringToPrimitive.stringToPrimitiveBoxType(type, text));
        }
        if (type == Double.class) {
            return (ParamConverter<T>) converter(Double::valueOf);
        }
        if (type == Float.class) {
            return (ParamConverter<T>) converter(Float::valueOf);
        }
        if (type == BigDecimal.class) {
            return (ParamConverter<T>) converter(BigDecimal::new);
        }
        if (type == BigInteger.class) {
            return (ParamConverter<T>) converter(BigInteger::new);
        }
        return null;
    }

    private static ParamConverter<Object> converter(final Function<String, Number> reading) {
        return new ParamConverter<>() {
            @Override
            public Object fromString(final @Nullable String text) {
                if (text == null) {
                    throw new IllegalArgumentException("There is no text.");
                }
                if (text.length() > MOST_CHARACTERS) {
                    throw new NumberFormatException("The number is too long.");
                }
                final Number value = reading.apply(text);
                if (isTooLarge(value)) {
                    throw new NumberFormatException("The number is too large.");
                }
                return value;
            }

            @Override
            public String toString(final Object value) {
                return value.toString();
            }
        };
    }

    private static boolean isTooLarge(final Number value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.scale() > LARGEST_SCALE || decimal.scale() < -LARGEST_SCALE;
        }
        return !(value instanceof BigInteger) && !Double.isFinite(value.doubleValue());
    }
}
