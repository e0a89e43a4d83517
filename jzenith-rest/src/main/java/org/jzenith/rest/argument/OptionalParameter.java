package org.jzenith.rest.argument;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ValueInjector;
import org.jspecify.annotations.Nullable;

/** A parameter in an {@code Optional}, {@code OptionalInt}, {@code OptionalLong} or {@code OptionalDouble}. */
record OptionalParameter(Type type, ValueInjector value) implements ValueInjector {

    /** Returns the type of the value; null for another type. */
    static @Nullable Type valueType(final Type type) {
        if (type instanceof final ParameterizedType optional && optional.getRawType() == Optional.class) {
            return optional.getActualTypeArguments()[0];
        }
        return type == OptionalInt.class
                ? Integer.class
                : type == OptionalLong.class ? Long.class : type == OptionalDouble.class ? Double.class : null;
    }

    @Override
    public Object inject(final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
        return wrap(value.inject(request, response, unwrapAsync));
    }

    @Override
    public Object inject(final boolean unwrapAsync) {
        return wrap(value.inject(unwrapAsync));
    }

    private Object wrap(final @Nullable Object read) {
        if (type == OptionalInt.class) {
            return read == null ? OptionalInt.empty() : OptionalInt.of((Integer) read);
        }
        if (type == OptionalLong.class) {
            return read == null ? OptionalLong.empty() : OptionalLong.of((Long) read);
        }
        if (type == OptionalDouble.class) {
            return read == null ? OptionalDouble.empty() : OptionalDouble.of((Double) read);
        }
        return Optional.ofNullable(read);
    }
}
