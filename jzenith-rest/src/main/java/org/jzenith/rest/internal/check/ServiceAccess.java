package org.jzenith.rest.internal.check;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.spi.ConstructorBinding;
import com.google.inject.spi.InstanceBinding;
import com.google.inject.spi.ProviderInstanceBinding;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.problem.StartProblem;

/**
 * Finds access annotations of bound classes on methods that handle no requests, such as those of a service: nothing enforces them. A method
 * that Guice intercepts is left out.
 */
public final class ServiceAccess {

    private ServiceAccess() {}

    /**
     * Looks at all bound classes.
     *
     * @param injector the application's objects
     * @param handlers the classes of handlers, which other checks cover
     * @return a problem for each annotation that nothing enforces
     */
    public static List<StartProblem> problems(final Injector injector, final Set<Class<?>> handlers) {
        final Map<Class<?>, Set<Method>> interceptedByType = new LinkedHashMap<>();
        for (final Binding<?> binding : injector.getAllBindings().values()) {
            if (binding instanceof final ConstructorBinding<?> made) {
                interceptedByType.put(
                        made.getConstructor().getDeclaringType().getRawType(),
                        made.getMethodInterceptors().keySet());
            } else if (binding instanceof final InstanceBinding<?> bound) {
                interceptedByType.putIfAbsent(bound.getInstance().getClass(), Set.of());
            } else if (binding instanceof ProviderInstanceBinding<?>) {
                final Class<?> type = binding.getKey().getTypeLiteral().getRawType();
                if (!type.isInterface() && !type.getName().startsWith("org.jzenith.")) {
                    interceptedByType.putIfAbsent(type, Set.of());
                }
            }
        }
        final Set<String> places = new LinkedHashSet<>();
        interceptedByType.forEach((type, intercepted) -> {
            if (!handlers.contains(type)) {
                addUnenforced(type, intercepted, places);
            }
        });
        final List<StartProblem> problems = new ArrayList<>();
        for (final String place : places) {
            problems.add(StartProblem.of("Nothing enforces " + place
                            + ", because the method handles no request. Everyone can call it.")
                    .from(place.substring(place.lastIndexOf(' ') + 1))
                    .remedy("Annotate the resource methods that call it instead, or remove the annotation."));
        }
        return problems;
    }

    private static void addUnenforced(final Class<?> type, final Set<Method> intercepted, final Set<String> places) {
        final List<Class<?>> family = AccessAnnotations.family(type);
        final List<Method> methods = new ArrayList<>();
        family.forEach(each -> methods.addAll(declaredMethods(each)));
        methods.removeIf(Method::isBridge);
        for (final Method method : methods) {
            if (!intercepted.contains(method)) {
                for (final String limit : limits(method)) {
                    if (!handlesRequests(method, methods)) {
                        places.add(limit + " on " + method.getDeclaringClass().getName() + "." + method.getName());
                    }
                }
            }
        }
        for (final Class<?> each : intercepted.isEmpty() ? family : List.<Class<?>>of()) {
            for (final String limit : limits(each)) {
                if (methods.stream().noneMatch(method -> handlesRequests(method, methods))) {
                    places.add(limit + " on " + each.getName());
                }
            }
        }
    }

    /** Returns none if a type of a signature is missing, as for a class of an optional library. */
    private static List<Method> declaredMethods(final Class<?> type) {
        try {
            return List.of(type.getDeclaredMethods());
        } catch (final LinkageError e) {
            return List.of();
        }
    }

    /** Looks at the methods of super types, too; those of generic ones have other parameters. */
    private static boolean handlesRequests(final Method method, final List<Method> all) {
        return all.stream()
                .filter(other -> other.getName().equals(method.getName())
                        && other.getParameterCount() == method.getParameterCount())
                .anyMatch(other -> AccessAnnotations.isResourceMethod(other) || other.isAnnotationPresent(Path.class));
    }

    private static List<String> limits(final AnnotatedElement element) {
        final List<String> limits = new ArrayList<>();
        for (final Class<? extends Annotation> annotation : AccessAnnotations.on(List.of(element))) {
            if (annotation != PermitAll.class) {
                limits.add("@" + annotation.getSimpleName());
            }
        }
        return limits;
    }
}
