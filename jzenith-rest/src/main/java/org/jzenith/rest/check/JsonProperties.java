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
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
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

    /** Returns the reason why no document has a value of a class; null if one may have it. */
    static @Nullable String reason(final Class<?> type, final boolean reading) {
        if (type == Class.class) {
            return reading ? "a class, which the client would name and the server load" : null;
        }
        for (final Row row : ROWS) {
            if (row.types().test(type)) {
                return row.reason();
            }
        }
        return null;
    }

    /** Returns the properties that Jackson sets or gets, except names with Jackson's annotations on a member. */
    static List<Property> of(final Class<?> type, final boolean reading) {
        final List<Property> found = new ArrayList<>();
        if (!type.isEnum() && !type.isInterface()) {
            for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
                for (final Field field : each.getDeclaredFields()) {
                    // Those of a record are its components, which the JVM would make anew each time.
                    if (isProperty(field.getModifiers(), type.isRecord())
                            && !Modifier.isTransient(field.getModifiers())
                            && mayBeNoValue(field.getType())) {
                        add(field.getName(), field.getGenericType(), found);
                    }
                }
                if (!type.isRecord()) {
                    addAccessors(each, reading, found);
                }
            }
        }
        if (!found.isEmpty()) {
            removeAnnotated(type, found);
        }
        return found;
    }

    private static void addAccessors(final Class<?> type, final boolean reading, final List<Property> found) {
        for (final Method method : type.getDeclaredMethods()) {
            if (method.getParameterCount() == (reading ? 1 : 0)
                    && isProperty(method.getModifiers(), false)
                    && !method.isBridge()
                    && mayBeNoValue(reading ? method.getParameterTypes()[0] : method.getReturnType())) {
                final String name = property(method, reading ? "set" : "get", reading ? 1 : 0);
                if (name != null) {
                    add(name, reading ? method.getGenericParameterTypes()[0] : method.getGenericReturnType(), found);
                }
            }
        }
    }

    /**
     * Most properties are texts, numbers, times and collections of them: neither their type arguments nor their annotations
     * are read, which takes most of the time.
     */
    private static boolean mayBeNoValue(final Class<?> raw) {
        return !raw.isPrimitive()
                && raw != String.class
                && (!raw.getName().startsWith("java.") || isHolder(raw) || reason(raw, true) != null);
    }

    private static boolean isHolder(final Class<?> raw) {
        return Iterable.class.isAssignableFrom(raw)
                || Map.class.isAssignableFrom(raw)
                || CompletionStage.class.isAssignableFrom(raw)
                || raw == Optional.class;
    }

    private static void add(final String name, final Type type, final List<Property> found) {
        if (!isOfValues(type)) {
            found.add(new Property(name, type));
        }
    }

    private static boolean isOfValues(final Type type) {
        if (type instanceof final Class<?> plain) {
            return !mayBeNoValue(plain) || (isHolder(plain) && plain.getName().startsWith("java.util."));
        }
        if (!(type instanceof final ParameterizedType container)
                || !container.getRawType().getTypeName().startsWith("java.util.")
                || reason((Class<?>) container.getRawType(), true) != null) {
            return false;
        }
        for (final Type argument : container.getActualTypeArguments()) {
            if (!isOfValues(argument)) {
                return false;
            }
        }
        return true;
    }

    private static void removeAnnotated(final Class<?> type, final List<Property> found) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            if (hasOtherMeaning(each)) {
                found.clear();
                return;
            }
            for (final Field field : each.getDeclaredFields()) {
                if (isFound(field.getName(), found) && hasOtherMeaning(field)) {
                    found.removeIf(property -> property.name().equals(field.getName()));
                }
            }
            for (final Method method : each.getDeclaredMethods()) {
                final String set = property(method, "set", 1);
                final String name = set != null ? set : type.isRecord() ? method.getName() : property(method, "get", 0);
                if (name != null && isFound(name, found) && hasOtherMeaning(method)) {
                    found.removeIf(property -> property.name().equals(name));
                }
            }
        }
    }

    private static boolean isFound(final String name, final List<Property> found) {
        for (final Property property : found) {
            if (property.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String property(final Method method, final String prefix, final int parameters) {
        final String name = method.getName();
        return name.length() > prefix.length() && name.startsWith(prefix) && method.getParameterCount() == parameters
                ? name.substring(3, 4).toLowerCase(Locale.ROOT) + name.substring(4)
                : null;
    }

    private static boolean isProperty(final int modifiers, final boolean isOfRecord) {
        return (isOfRecord || Modifier.isPublic(modifiers)) && !Modifier.isStatic(modifiers);
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
