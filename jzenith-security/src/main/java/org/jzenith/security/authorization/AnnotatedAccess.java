package org.jzenith.security.authorization;

import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * Reads the decisions that annotations make (Jakarta Annotations 2.1, 2.9 to 2.11). One of a method counts before one of a class; where
 * neither the method nor its class has any, the nearest super class or interface counts.
 */
final class AnnotatedAccess {

    /** The annotations that are enforced. */
    static final Set<Class<? extends Annotation>> TYPES =
            Set.of(RolesAllowed.class, PermitAll.class, DenyAll.class, Authenticated.class);

    private AnnotatedAccess() {}

    /** Returns the decision about a method of a class; null if no annotation makes one. */
    static @Nullable Decision of(final Class<?> type, final Method method) {
        final List<Class<?>> family = family(type);
        for (final Class<?> each : family) {
            final Method declared = declared(each, method);
            final Decision decision =
                    declared == null ? null : read(declared, each.getSimpleName() + "." + method.getName());
            if (decision != null) {
                return decision;
            }
        }
        for (final Class<?> each : family) {
            final Decision decision = read(each, each.getSimpleName());
            if (decision != null) {
                return decision;
            }
        }
        return null;
    }

    private static @Nullable Method declared(final Class<?> type, final Method method) {
        try {
            return type.getDeclaredMethod(method.getName(), method.getParameterTypes());
        } catch (final NoSuchMethodException e) {
            return null;
        }
    }

    private static @Nullable Decision read(final AnnotatedElement element, final String name) {
        final List<Decision> all = new ArrayList<>();
        for (final Annotation annotation : element.getDeclaredAnnotations()) {
            final Access access = access(annotation);
            if (access != null) {
                all.add(new Decision(access, "@" + annotation.annotationType().getSimpleName() + " on " + name));
            }
        }
        if (all.size() > 1) {
            throw new StartException(StartProblem.of(name + " has several access annotations: " + all + ".")
                    .from(name)
                    .remedy("Keep one of them."));
        }
        return all.isEmpty() ? null : all.get(0);
    }

    private static @Nullable Access access(final Annotation annotation) {
        if (annotation instanceof final RolesAllowed roles) {
            return roles.value().length == 0 ? Access.nobody() : Access.roles(roles.value());
        }
        if (annotation instanceof PermitAll) {
            return Access.everyone();
        }
        if (annotation instanceof DenyAll) {
            return Access.nobody();
        }
        return annotation instanceof Authenticated ? Access.authenticated() : null;
    }

    /** Returns the class, then what it extends, then what these implement. */
    private static List<Class<?>> family(final Class<?> type) {
        final Set<Class<?>> family = new LinkedHashSet<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            family.add(each);
        }
        for (final Class<?> each : List.copyOf(family)) {
            addInterfaces(each, family);
        }
        return List.copyOf(family);
    }

    private static void addInterfaces(final Class<?> type, final Set<Class<?>> family) {
        for (final Class<?> each : type.getInterfaces()) {
            if (family.add(each)) {
                addInterfaces(each, family);
            }
        }
    }
}
