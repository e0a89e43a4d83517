package org.jzenith.rest.internal.check;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.google.inject.TypeLiteral;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
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

    /** One of them, with its type where variables have their values. */
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

    /** Returns the properties that Jackson sets or gets, without those of which a member has an annotation of Jackson. */
    static List<Property> of(final Type declared, final boolean reading) {
        final TypeLiteral<?> owner = TypeLiteral.get(declared);
        final Class<?> type = owner.getRawType();
        final List<Property> found = new ArrayList<>();
        final Set<String> annotated = new HashSet<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            if (each.isEnum() || each.isInterface() || hasOtherMeaning(each)) {
                return List.of();
            }
            for (final Field field : each.getDeclaredFields()) {
                if (hasOtherMeaning(field)) {
                    annotated.add(field.getName());
                } else if (isProperty(field, type.isRecord()) && !Modifier.isTransient(field.getModifiers())) {
                    found.add(new Property(
                            field.getName(), owner.getFieldType(field).getType()));
                }
            }
            for (final Method method : each.getDeclaredMethods()) {
                addAccessor(owner, method, reading, found, annotated);
            }
        }
        found.removeIf(property -> annotated.contains(property.name()));
        return found;
    }

    /** The fields of a record are its properties, so that its methods add none. */
    private static void addAccessor(
            final TypeLiteral<?> owner,
            final Method method,
            final boolean reading,
            final List<Property> found,
            final Set<String> annotated) {
        final boolean isOfRecord = method.getDeclaringClass().isRecord();
        final String set = property(method, "set", 1);
        final String name = set != null ? set : isOfRecord ? method.getName() : property(method, "get", 0);
        if (name == null) {
            return;
        }
        if (hasOtherMeaning(method)) {
            annotated.add(name);
        } else if (!isOfRecord && (set != null) == reading && isProperty(method, false) && !method.isBridge()) {
            final TypeLiteral<?> type =
                    reading ? owner.getParameterTypes(method).get(0) : owner.getReturnType(method);
            found.add(new Property(name, type.getType()));
        }
    }

    private static @Nullable String property(final Method method, final String prefix, final int parameters) {
        final String name = method.getName();
        return name.length() > prefix.length() && name.startsWith(prefix) && method.getParameterCount() == parameters
                ? name.substring(3, 4).toLowerCase(Locale.ROOT) + name.substring(4)
                : null;
    }

    private static boolean isProperty(final Member member, final boolean isOfRecord) {
        return (isOfRecord || Modifier.isPublic(member.getModifiers())) && !Modifier.isStatic(member.getModifiers());
    }

    private static boolean hasOtherMeaning(final AnnotatedElement element) {
        return Arrays.stream(element.getDeclaredAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(type -> type != JsonProperty.class && type.getName().startsWith("com.fasterxml."));
    }
}
