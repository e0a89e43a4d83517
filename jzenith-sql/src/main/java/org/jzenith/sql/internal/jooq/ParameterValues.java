package org.jzenith.sql.internal.jooq;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Year;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Converter;
import org.jooq.EnumType;
import org.jooq.JSON;
import org.jooq.JSONB;
import org.jooq.Param;
import org.jooq.impl.IdentityConverter;
import org.jooq.types.UNumber;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.internal.sqlclient.JsonText;

/** Values in jOOQ's types as the driver wants them. */
final class ParameterValues {

    private ParameterValues() {}

    static @Nullable Object[] convert(final List<Param<?>> types, final @Nullable Object[] values) {
        if (types.size() != values.length) {
            throw new IllegalArgumentException("The statement has " + types.size() + " parameters, but " + values.length
                    + " values were given." + " Give one value for each parameter, in the order of the statement.");
        }
        final @Nullable Object[] converted = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            converted[i] = toDriver(types.get(i), values[i]);
        }
        return converted;
    }

    private static @Nullable Object toDriver(final Param<?> type, final @Nullable Object value) {
        return value == null ? null : toDriver(toDatabase(type, value));
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Object toDatabase(final Param<?> type, final Object value) {
        final Converter<Object, Object> converter =
                (Converter<Object, Object>) type.getBinding().converter();
        if ((converter instanceof IdentityConverter && value.getClass() == type.getType())
                || isOtherNumber(converter, value)) {
            return value;
        }
        final Object user = type.getDataType().convert(value);
        return converter.to(user);
    }

    /** Returns true for a number, or numbers, that jOOQ would cut to its type. The type of the parameter decides if they fit. */
    private static boolean isOtherNumber(final Converter<Object, Object> converter, final Object value) {
        final Class<?> type = converter.fromType();
        return (value instanceof Number || value instanceof Object[])
                && !converter.toType().isInstance(value)
                && Number.class.isAssignableFrom(type.isArray() ? type.getComponentType() : type);
    }

    private static @Nullable Object toDriver(final @Nullable Object value) {
        if (value instanceof JSON json) {
            return new JsonText(json.data());
        }
        if (value instanceof JSONB json) {
            return new JsonText(json.data());
        }
        if (value instanceof EnumType type) {
            return type.getLiteral();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof UNumber number) {
            return new BigDecimal(number.toBigInteger());
        }
        if (value instanceof Year year) {
            return year.getValue();
        }
        if (value instanceof Timestamp timestamp) {
            return timestamp.toLocalDateTime();
        }
        if (value instanceof Date date) {
            return date.toLocalDate();
        }
        if (value instanceof Time time) {
            return time.toLocalTime();
        }
        return value instanceof Object[] array ? array(array) : value;
    }

    private static Object array(final Object[] values) {
        final List<@Nullable Object> converted = new ArrayList<>(values.length);
        Class<?> type = null;
        for (final Object value : values) {
            final Object element = toDriver(value);
            converted.add(element);
            type = element == null ? type : element.getClass();
        }
        final Class<?> component = type == null ? values.getClass().getComponentType() : type;
        return converted.toArray((Object[]) Array.newInstance(component, values.length));
    }
}
