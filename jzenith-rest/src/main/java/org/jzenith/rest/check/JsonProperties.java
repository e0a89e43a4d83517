package org.jzenith.rest.check;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/** The properties of a class that JSON has if no annotation of Jackson says otherwise. */
final class JsonProperties {

    /** A type of which a document has no value. */
    private record Row(Predicate<Class<?>> types, String reason) {}

    private static final List<Row> ROWS = List.of(
            new Row(
                    type -> type == Callable.class
                            || type == Runnable.class
                            || type.getPackageName().equals("java.util.function"),
                    "a function"),
            new Row(Thread.class::isAssignableFrom, "a thread"),
            new Row(Future.class::isAssignableFrom, "a Future, whose value arrives later"),
            new Row(
                    type -> InputStream.class.isAssignableFrom(type)
                            || OutputStream.class.isAssignableFrom(type)
                            || Reader.class.isAssignableFrom(type)
                            || BaseStream.class.isAssignableFrom(type),
                    "a stream"));

    /** One of them. */
    record Property(String name, Type type) {}

    private JsonProperties() {}

    /** Why a document has no value of a class; null if it may have one. */
    static @Nullable String reason(final Class<?> type, final boolean reading) {
        if (type == Class.class) {
            return reading ? "a class, which the client would name and the server load" : null;
        }
        return ROWS.stream()
                .filter(row -> row.types().test(type))
                .findFirst()
                .map(Row::reason)
                .orElse(null);
    }

    /** Those that are set or got. A name is left out if Jackson's annotations are on one of its members. */
    static List<Property> of(final Class<?> type, final boolean reading) {
        final List<Property> found = new ArrayList<>();
        if (type.isEnum() || type.isInterface()) {
            return found;
        }
        final Set<String> annotated = new HashSet<>();
        if (type.isRecord()) {
            addComponents(type, found, annotated);
        }
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            if (hasOtherMeaning(each)) {
                return List.of();
            }
            for (final Field field : each.getDeclaredFields()) {
                if (hasOtherMeaning(field)) {
                    annotated.add(field.getName());
                } else if (isPublic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    found.add(new Property(field.getName(), field.getGenericType()));
                }
            }
            for (final Method method : each.getDeclaredMethods()) {
                add(method, reading, found, annotated);
            }
        }
        found.removeIf(property -> annotated.contains(property.name()));
        return found;
    }

    private static void addComponents(final Class<?> type, final List<Property> found, final Set<String> annotated) {
        for (final RecordComponent component : type.getRecordComponents()) {
            found.add(new Property(component.getName(), component.getGenericType()));
            if (hasOtherMeaning(component.getAccessor())) {
                annotated.add(component.getName());
            }
        }
    }

    private static void add(
            final Method method, final boolean reading, final List<Property> found, final Set<String> annotated) {
        final String name = method.getName();
        final boolean isSetter = name.length() > 3 && name.startsWith("set") && method.getParameterCount() == 1;
        final boolean isGetter = name.length() > 3 && name.startsWith("get") && method.getParameterCount() == 0;
        if (!isSetter && !isGetter) {
            return;
        }
        final String property = name.substring(3, 4).toLowerCase(Locale.ROOT) + name.substring(4);
        if (hasOtherMeaning(method)) {
            annotated.add(property);
        } else if (isPublic(method.getModifiers()) && !method.isBridge() && isSetter == reading) {
            found.add(new Property(
                    property, reading ? method.getGenericParameterTypes()[0] : method.getGenericReturnType()));
        }
    }

    private static boolean isPublic(final int modifiers) {
        return Modifier.isPublic(modifiers) && !Modifier.isStatic(modifiers);
    }

    private static boolean hasOtherMeaning(final AnnotatedElement element) {
        for (final Annotation annotation : element.getDeclaredAnnotations()) {
            if (annotation.annotationType() != JsonProperty.class
                    && annotation.annotationType().getName().startsWith("com.fasterxml.")) {
                return true;
            }
        }
        return false;
    }
}
