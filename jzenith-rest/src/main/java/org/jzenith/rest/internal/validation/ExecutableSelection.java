package org.jzenith.rest.internal.validation;

import jakarta.validation.executable.ExecutableType;
import jakarta.validation.executable.ValidateOnExecution;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides by {@code @ValidateOnExecution} which methods and constructors are validated (Jakarta Validation 3.1, 10.1.2): the
 * annotation of a method or of the method that it overrides, otherwise that of the class, otherwise all are.
 */
final class ExecutableSelection {

    private ExecutableSelection() {}

    static boolean includes(final Method method) {
        final Class<?> declaring = method.getDeclaringClass();
        final ValidateOnExecution own = find(declaring, type -> ofMethod(type, method));
        final ExecutableType kind =
                isGetter(method) ? ExecutableType.GETTER_METHODS : ExecutableType.NON_GETTER_METHODS;
        return own == null ? includesByClass(declaring, kind) : includes(own, kind);
    }

    static boolean includes(final Constructor<?> constructor) {
        final ValidateOnExecution own = constructor.getAnnotation(ValidateOnExecution.class);
        return own == null
                ? includesByClass(constructor.getDeclaringClass(), ExecutableType.CONSTRUCTORS)
                : includes(own, ExecutableType.CONSTRUCTORS);
    }

    private static boolean includesByClass(final Class<?> declaring, final ExecutableType kind) {
        final ValidateOnExecution given =
                find(declaring, type -> type.getDeclaredAnnotation(ValidateOnExecution.class));
        return given == null || includes(given, kind);
    }

    private static boolean includes(final ValidateOnExecution given, final ExecutableType kind) {
        final List<ExecutableType> types = List.of(given.type());
        return types.contains(kind) || types.contains(ExecutableType.ALL) || types.contains(ExecutableType.IMPLICIT);
    }

    /** Finds the annotation of the nearest type: the class itself, its interfaces, its super class and so on. */
    private static @Nullable ValidateOnExecution find(
            final @Nullable Class<?> type, final Function<Class<?>, @Nullable ValidateOnExecution> annotation) {
        if (type == null) {
            return null;
        }
        ValidateOnExecution found = annotation.apply(type);
        for (final Class<?> implemented : type.getInterfaces()) {
            found = found == null ? find(implemented, annotation) : found;
        }
        return found == null ? find(type.getSuperclass(), annotation) : found;
    }

    private static @Nullable ValidateOnExecution ofMethod(final Class<?> type, final Method method) {
        try {
            return type.getDeclaredMethod(method.getName(), method.getParameterTypes())
                    .getAnnotation(ValidateOnExecution.class);
        } catch (final NoSuchMethodException e) {
            return null;
        }
    }

    private static boolean isGetter(final Method method) {
        final String name = method.getName();
        return method.getParameterCount() == 0
                && ((name.startsWith("get") && name.length() > 3 && method.getReturnType() != void.class)
                        || (name.startsWith("is") && name.length() > 2 && method.getReturnType() == boolean.class));
    }
}
