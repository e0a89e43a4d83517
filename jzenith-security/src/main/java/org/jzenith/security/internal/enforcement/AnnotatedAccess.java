package org.jzenith.security.internal.enforcement;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.authorization.AccessPolicy;
import org.jzenith.security.authorization.Allowed;
import org.jzenith.security.authorization.Authenticated;

/**
 * Reads the access annotations of methods and classes. An annotation of the method, or of what it overrides or implements, beats one of the
 * class; of several, the nearest one counts. Safe for use by many threads.
 */
@Singleton
final class AnnotatedAccess {

    static final Set<Class<? extends Annotation>> TYPES =
            Set.of(RolesAllowed.class, PermitAll.class, DenyAll.class, Authenticated.class, Allowed.class);

    private final Injector injector;
    private final Map<Class<?>, AccessPolicy> policies = new ConcurrentHashMap<>();

    @Inject
    AnnotatedAccess(final Injector injector) {
        this.injector = injector;
    }

    /** Returns the decision about a resource method or locator; null if there is none. */
    @Nullable
    Decision of(final Class<?> type, final Method method) {
        final Decision own = nearest(type, Declarations.of(type, method));
        return own == null ? ofClass(type) : own;
    }

    /** Returns the decision about the handler of a mount or of a part of it; null if there is none. */
    @Nullable
    Decision ofHandler(final Class<?> type) {
        for (final List<Class<?>> group : Declarations.of(type)) {
            for (final Class<?> each : group) {
                for (final Method method : each.getDeclaredMethods()) {
                    if (!on(method).isEmpty()) {
                        throw new StartException(StartProblem.of("The method " + name(method)
                                        + " of a handler has an access annotation, but access is decided "
                                        + "for the handler as a whole.")
                                .from(each.getName())
                                .remedy("Put the annotation on the class."));
                    }
                }
            }
        }
        return ofClass(type);
    }

    private @Nullable Decision ofClass(final Class<?> type) {
        return nearest(
                type,
                Declarations.of(type).stream()
                        .map(List::<AnnotatedElement>copyOf)
                        .toList());
    }

    private @Nullable Decision nearest(final Class<?> type, final List<List<AnnotatedElement>> declarations) {
        for (final List<AnnotatedElement> group : declarations) {
            final List<AnnotatedElement> annotated =
                    group.stream().filter(each -> !on(each).isEmpty()).toList();
            if (!annotated.isEmpty()) {
                if (annotated.stream()
                                .map(each -> Set.copyOf(on(each)))
                                .distinct()
                                .count()
                        > 1) {
                    throw new StartException(StartProblem.of("The access annotations of "
                                    + annotated.stream()
                                            .map(AnnotatedAccess::name)
                                            .collect(Collectors.joining(" and "))
                                    + " differ, and " + type.getName() + " inherits all of them.")
                            .from(type.getName())
                            .remedy("Repeat the right annotation in " + type.getName() + "."));
                }
                return decision(annotated.get(0));
            }
        }
        return null;
    }

    private static List<Annotation> on(final AnnotatedElement element) {
        return Arrays.stream(element.getDeclaredAnnotations())
                .filter(each -> TYPES.contains(each.annotationType()))
                .toList();
    }

    private Decision decision(final AnnotatedElement element) {
        final List<Annotation> found = on(element);
        final Allowed allowed = element.getDeclaredAnnotation(Allowed.class);
        final boolean open = element.isAnnotationPresent(PermitAll.class);
        final boolean closed = element.isAnnotationPresent(DenyAll.class);
        if (found.size() - (allowed == null ? 0 : 1) > 1 || (allowed != null && (open || closed))) {
            throw new StartException(StartProblem.of("The access annotations of " + name(element)
                            + " contradict each other: " + names(found) + ".")
                    .from(name(element))
                    .remedy("Keep one of them. @Allowed may stand beside @RolesAllowed or @Authenticated."));
        }
        final RolesAllowed roles = element.getDeclaredAnnotation(RolesAllowed.class);
        final Access access = roles != null
                ? roles(roles, element)
                : closed
                        ? Access.nobody()
                        : element.isAnnotationPresent(Authenticated.class) ? Access.authenticated() : Access.everyone();
        return new Decision(
                access,
                allowed == null ? null : policy(allowed.value(), element),
                names(found) + " on " + name(element));
    }

    private static Access roles(final RolesAllowed annotation, final AnnotatedElement element) {
        try {
            return Access.roles(annotation.value());
        } catch (final IllegalArgumentException e) {
            throw new StartException(StartProblem.of("The @RolesAllowed of " + name(element) + " has a blank role.")
                    .from(name(element))
                    .remedy("Name the role, or use @DenyAll to refuse everyone."));
        }
    }

    private AccessPolicy policy(final Class<? extends AccessPolicy> type, final AnnotatedElement element) {
        return policies.computeIfAbsent(type, made -> make(type, element));
    }

    private AccessPolicy make(final Class<? extends AccessPolicy> type, final AnnotatedElement element) {
        final Binding<? extends AccessPolicy> bound = injector.getExistingBinding(Key.get(type));
        if (bound != null) {
            return bound.getProvider().get();
        }
        try {
            final Constructor<? extends AccessPolicy> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (final ReflectiveOperationException e) {
            throw new StartException(StartProblem.of(
                            "The policy " + type.getName() + " of " + name(element)
                                    + " cannot be created: it is not bound, and its constructor without parameters is missing or fails.")
                    .from(name(element))
                    .remedy("Bind it in a module: bind(" + type.getSimpleName() + ".class).")
                    .causedBy(e));
        }
    }

    private static String names(final List<Annotation> annotations) {
        return annotations.stream()
                .map(each -> "@" + each.annotationType().getSimpleName())
                .sorted()
                .collect(Collectors.joining(" and "));
    }

    private static String name(final AnnotatedElement element) {
        return element instanceof final Class<?> type
                ? type.getSimpleName()
                : ((Member) element).getDeclaringClass().getSimpleName() + "." + ((Member) element).getName();
    }
}
