package org.jzenith.security.internal.enforcement;

import com.google.inject.TypeLiteral;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The declarations whose annotations hold for a method: the method itself, what it overrides and implements, and the classes and
 * interfaces of these. The nearest come first; interfaces that are equally near are together.
 */
final class Declarations {

    private Declarations() {}

    /** Returns the class, its super classes, and then all interfaces in groups: those that no other one of the rest extends. */
    static List<List<Class<?>>> of(final Class<?> type) {
        final List<List<Class<?>>> all = new ArrayList<>();
        final Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            if (!each.isInterface()) {
                all.add(List.of(each));
            }
            addInterfaces(each, interfaces);
        }
        while (!interfaces.isEmpty()) {
            final List<Class<?>> nearest = interfaces.stream()
                    .filter(each ->
                            interfaces.stream().noneMatch(other -> other != each && each.isAssignableFrom(other)))
                    .toList();
            all.add(nearest);
            nearest.forEach(interfaces::remove);
        }
        return all;
    }

    private static void addInterfaces(final Class<?> type, final Set<Class<?>> interfaces) {
        if (type.isInterface()) {
            interfaces.add(type);
        }
        for (final Class<?> each : type.getInterfaces()) {
            addInterfaces(each, interfaces);
        }
    }

    /** Returns the method in these classes, and what it overrides and implements there. */
    static List<List<AnnotatedElement>> of(final Class<?> type, final Method method) {
        final List<Class<?>> parameters = parameters(type, method);
        return of(type).stream()
                .map(group -> group.stream()
                        .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                        .filter(other -> !other.isBridge()
                                && other.getName().equals(method.getName())
                                && other.getParameterCount() == method.getParameterCount()
                                && (other.equals(method) || (isOverridable(other) && isOverridable(method)))
                                && parameters(type, other).equals(parameters))
                        .<AnnotatedElement>map(each -> each)
                        .toList())
                .filter(group -> !group.isEmpty())
                .toList();
    }

    private static boolean isOverridable(final Method method) {
        return (method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC)) == 0;
    }

    /** The parameters as the class has them, although a generic super type declares them. */
    private static List<Class<?>> parameters(final Class<?> type, final Method method) {
        return TypeLiteral.get(type).getSupertype(method.getDeclaringClass()).getParameterTypes(method).stream()
                .<Class<?>>map(TypeLiteral::getRawType)
                .toList();
    }
}
