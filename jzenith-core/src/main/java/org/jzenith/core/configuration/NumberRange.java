package org.jzenith.core.configuration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The whole numbers that a setting can have, by its type and its constraints.
 *
 * @param least {@code Long.MIN_VALUE} if there is no least one
 * @param most {@code Long.MAX_VALUE} if there is no greatest one
 */
record NumberRange(long least, long most) {

    /** @param type of one value, containers taken off */
    static NumberRange of(final Method method, final Type type) {
        final boolean isInt = type == int.class || type == Integer.class || type == OptionalInt.class;
        long least = isInt ? Integer.MIN_VALUE : Long.MIN_VALUE;
        long most = isInt ? Integer.MAX_VALUE : Long.MAX_VALUE;
        for (final Annotation constraint : constraints(method)) {
            if (constraint instanceof final Min min) {
                least = Math.max(least, min.value());
            } else if (constraint instanceof final Max max) {
                most = Math.min(most, max.value());
            } else if (constraint instanceof Positive) {
                least = Math.max(least, 1);
            } else if (constraint instanceof PositiveOrZero) {
                least = Math.max(least, 0);
            }
        }
        return new NumberRange(least, most);
    }

    /** Those of one value: on the method, or inside the container. */
    private static Annotation[] constraints(final Method method) {
        AnnotatedType type = method.getAnnotatedReturnType();
        if (!(type instanceof AnnotatedParameterizedType)) {
            return Stream.of(method.getAnnotations(), type.getAnnotations())
                    .flatMap(Stream::of)
                    .toArray(Annotation[]::new);
        }
        while (type instanceof final AnnotatedParameterizedType container) {
            final AnnotatedType[] arguments = container.getAnnotatedActualTypeArguments();
            type = arguments[arguments.length - 1];
        }
        return type.getAnnotations();
    }

    /** To stand after "is not" and "set it to". */
    @Override
    public String toString() {
        if (least == Long.MIN_VALUE) {
            return "a whole number" + (most == Long.MAX_VALUE ? "" : " of at most " + most);
        }
        return "a whole number " + (most == Long.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most);
    }
}
