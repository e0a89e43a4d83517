package org.jzenith.rest.internal.validation;

import jakarta.validation.Constraint;
import jakarta.validation.Valid;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Sees whether a class has any constraint at all, on itself, what it extends and implements, its fields, methods,
 * parameters and the arguments of their types. Knows nothing of what they mean; that is for Hibernate Validator, which
 * need not be loaded where there is none.
 */
final class Constraints {

    private final Map<Class<?>, Boolean> known = new ConcurrentHashMap<>();

    boolean anyIn(final Class<?> type) {
        return known.computeIfAbsent(type, Constraints::isAnywhere);
    }

    private static boolean isAnywhere(final Class<?> type) {
        if (type == Object.class) {
            return false;
        }
        if (isOn(type) || isInside(type)) {
            return true;
        }
        if (Arrays.stream(type.getInterfaces()).anyMatch(Constraints::isAnywhere)) {
            return true;
        }
        return type.getSuperclass() != null && isAnywhere(type.getSuperclass());
    }

    private static boolean isInside(final Class<?> type) {
        return Arrays.stream(type.getDeclaredFields()).anyMatch(Constraints::isOnField)
                || Arrays.stream(type.getDeclaredMethods()).anyMatch(Constraints::isOnMethod)
                || Arrays.stream(type.getDeclaredConstructors()).anyMatch(Constraints::isOnParameters);
    }

    private static boolean isOnField(final Field field) {
        return isOn(field) || isIn(field.getType(), field.getGenericType(), field::getAnnotatedType);
    }

    private static boolean isOnMethod(final Method method) {
        return isOn(method)
                || isIn(method.getReturnType(), method.getGenericReturnType(), method::getAnnotatedReturnType)
                || isOnParameters(method);
    }

    private static boolean isOnParameters(final Executable executable) {
        return Arrays.stream(executable.getParameters())
                .anyMatch(parameter -> isOn(parameter)
                        || isIn(parameter.getType(), parameter.getParameterizedType(), parameter::getAnnotatedType));
    }

    /** The annotations of types are read only where a type has arguments or elements, because reading them is slow. */
    private static boolean isIn(final Class<?> raw, final Type generic, final Supplier<AnnotatedType> annotated) {
        return (raw.isArray() || !(generic instanceof Class)) && isInArguments(annotated.get());
    }

    private static boolean isInArguments(final AnnotatedType type) {
        final AnnotatedType[] inner = type instanceof final AnnotatedParameterizedType container
                ? container.getAnnotatedActualTypeArguments()
                : type instanceof final AnnotatedArrayType array
                        ? new AnnotatedType[] {array.getAnnotatedGenericComponentType()}
                        : new AnnotatedType[0];
        return Arrays.stream(inner).anyMatch(argument -> isOn(argument) || isInArguments(argument));
    }

    private static boolean isOn(final AnnotatedElement element) {
        return Arrays.stream(element.getDeclaredAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(type -> type == Valid.class || type.isAnnotationPresent(Constraint.class) || isList(type));
    }

    /** Repeated constraints stand in an annotation that holds them as its value. */
    private static boolean isList(final Class<? extends Annotation> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals("value"))
                .map(method -> method.getReturnType().getComponentType())
                .anyMatch(element -> element != null && element.isAnnotationPresent(Constraint.class));
    }
}
