package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** Finds values that are never null, by the annotations of JSpecify. */
public final class Nullness {

    private Nullness() {}

    /** Returns true if a property is declared not to be null. */
    static boolean isNonNull(final @Nullable AnnotatedMember property) {
        final Member member = property == null ? null : property.getMember();
        if (member == null) {
            return false;
        }
        final AnnotatedType type = declared(property);
        final Annotation[] ofType = type == null ? new Annotation[0] : type.getAnnotations();
        return isNonNull(Stream.concat(Arrays.stream(ofType), Arrays.stream(declared(member))), member);
    }

    /**
     * Returns true if a method is declared not to return null.
     *
     * @param method the resource method
     * @return false if nothing is declared
     */
    public static boolean isNonNull(final Method method) {
        return isNonNull(
                Stream.concat(
                        Arrays.stream(method.getAnnotatedReturnType().getAnnotations()),
                        Arrays.stream(method.getAnnotations())),
                method);
    }

    /** Returns true if a type is declared to include null. */
    static boolean isNullable(final @Nullable AnnotatedType type) {
        return type != null && Arrays.stream(type.getAnnotations()).anyMatch(Nullness::isNullable);
    }

    private static boolean isNullable(final Annotation annotation) {
        return annotation.annotationType().getSimpleName().equals("Nullable");
    }

    /** Returns the type of a property; null if its member is of another kind, such as a setter. */
    static @Nullable AnnotatedType declared(final @Nullable AnnotatedMember property) {
        final Member member = property == null ? null : property.getMember();
        return member instanceof final Field field
                ? field.getAnnotatedType()
                : member instanceof final Method method && method.getParameterCount() == 0
                        ? method.getAnnotatedReturnType()
                        : null;
    }

    /** Returns an argument of a type, for example that of the elements of a list; null if it is unknown. */
    static @Nullable AnnotatedType argument(final @Nullable AnnotatedType type, final int index) {
        if (type instanceof final AnnotatedArrayType array) {
            return array.getAnnotatedGenericComponentType();
        }
        if (type instanceof final AnnotatedParameterizedType generic) {
            final AnnotatedType[] arguments = generic.getAnnotatedActualTypeArguments();
            final AnnotatedType argument = index < arguments.length ? arguments[index] : null;
            return argument instanceof final AnnotatedWildcardType wildcard
                    ? wildcard.getAnnotatedUpperBounds()[0]
                    : argument;
        }
        return null;
    }

    private static boolean isNonNull(final Stream<Annotation> annotations, final Member member) {
        final List<Annotation> all = annotations.toList();
        return all.stream().noneMatch(Nullness::isNullable)
                && (all.stream().anyMatch(NonNull.class::isInstance) || isMarked(member.getDeclaringClass()));
    }

    private static Annotation[] declared(final Member member) {
        return member instanceof final AnnotatedElement element ? element.getAnnotations() : new Annotation[0];
    }

    private static boolean isMarked(final Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            if (each.isAnnotationPresent(NullUnmarked.class)) {
                return false;
            }
            if (each.isAnnotationPresent(NullMarked.class)) {
                return true;
            }
        }
        return type.getPackage() != null && type.getPackage().isAnnotationPresent(NullMarked.class);
    }
}
