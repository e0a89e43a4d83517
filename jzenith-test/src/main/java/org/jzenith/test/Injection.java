package org.jzenith.test;

import com.google.inject.BindingAnnotation;
import com.google.inject.Key;
import jakarta.inject.Inject;
import jakarta.inject.Qualifier;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.RunningApplication;

/** Injects objects of the application into fields and parameters of a test. */
record Injection(JZenithExtension extension) {

    boolean knows(final Parameter parameter) {
        final Type type = parameter.getParameterizedType();
        return type == RunningApplication.class
                || type == JZenithHttp.class
                || extension.application().injector().getExistingBinding(key(type, parameter)) != null;
    }

    Object of(final Parameter parameter) {
        return value(parameter.getParameterizedType(), parameter);
    }

    void fields(final Object instance) {
        for (Class<?> type = instance.getClass(); type != null; type = type.getSuperclass()) {
            Arrays.stream(type.getDeclaredFields())
                    .filter(field -> field.isAnnotationPresent(Inject.class))
                    .forEach(field -> set(field, instance));
        }
    }

    private void set(final Field field, final Object instance) {
        if (Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers())) {
            throw new IllegalStateException(
                    "The field " + field + " has @Inject, but cannot be injected, because it is static or final. "
                            + "Remove that modifier.");
        }
        try {
            field.setAccessible(true);
            field.set(instance, value(field.getGenericType(), field));
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException("The field " + field + " cannot be injected.", e);
        }
    }

    private Object value(final Type type, final AnnotatedElement place) {
        if (type == RunningApplication.class) {
            return extension.application();
        }
        if (type == JZenithHttp.class) {
            return extension.http();
        }
        return extension.application().injector().getInstance(key(type, place));
    }

    private static Key<?> key(final Type type, final AnnotatedElement place) {
        final @Nullable Annotation qualifier = Arrays.stream(place.getAnnotations())
                .filter(annotation -> annotation.annotationType().isAnnotationPresent(Qualifier.class)
                        || annotation.annotationType().isAnnotationPresent(BindingAnnotation.class))
                .findFirst()
                .orElse(null);
        return qualifier == null ? Key.get(type) : Key.get(type, qualifier);
    }
}
