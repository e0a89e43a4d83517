package org.jzenith.rest.validation;

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
import java.lang.reflect.Parameter;
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
        for (final Class<?> implemented : type.getInterfaces()) {
            if (isAnywhere(implemented)) {
                return true;
            }
        }
        return type.getSuperclass() != null && isAnywhere(type.getSuperclass());
    }

    private static boolean isInside(final Class<?> type) {
        for (final Field field : type.getDeclaredFields()) {
            if (isOn(field) || isIn(field.getType(), field.getGenericType(), field::getAnnotatedType)) {
                return true;
            }
        }
        for (final Method method : type.getDeclaredMethods()) {
            if (isOn(method)
                    || isIn(method.getReturnType(), method.getGenericReturnType(), method::getAnnotatedReturnType)
                    || isOnParameters(method)) {
                return true;
            }
        }
        return Arrays.stream(type.getDeclaredConstructors()).anyMatch(Constraints::isOnParameters);
    }

    private static boolean isOnParameters(final Executable executable) {
        for (final Parameter parameter : executable.getParameters()) {
            if (isOn(parameter)
                    || isIn(parameter.getType(), parameter.getParameterizedType(), parameter::getAnnotatedType)) {
                return true;
            }
        }
        return false;
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
        for (final AnnotatedType argument : inner) {
            if (isOn(argument) || isInArguments(argument)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOn(final AnnotatedElement element) {
        for (final Annotation annotation : element.getDeclaredAnnotations()) {
            final Class<? extends Annotation> type = annotation.annotationType();
            if (type == Valid.class || type.isAnnotationPresent(Constraint.class) || isList(type)) {
                return true;
            }
        }
        return false;
    }

    /** Repeated constraints stand in an annotation that holds them as its value. */
    private static boolean isList(final Class<? extends Annotation> type) {
        for (final Method method : type.getDeclaredMethods()) {
            final Class<?> element = method.getReturnType().getComponentType();
            if (method.getName().equals("value") && element != null && element.isAnnotationPresent(Constraint.class)) {
                return true;
            }
        }
        return false;
    }
}
