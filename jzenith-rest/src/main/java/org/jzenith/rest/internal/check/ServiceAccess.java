package org.jzenith.rest.internal.check;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.spi.ConstructorBinding;
import com.google.inject.spi.InstanceBinding;
import com.google.inject.spi.ProviderInstanceBinding;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Path;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
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
        return interceptedByType.entrySet().stream()
                .filter(entry -> !handlers.contains(entry.getKey()))
                .flatMap(entry -> unenforced(entry.getKey(), entry.getValue()))
                .distinct()
                .map(place -> StartProblem.of("Nothing enforces " + place
                                + ", because it handles no request, so anybody may call it.")
                        .from(place.substring(place.lastIndexOf(' ') + 1))
                        .remedy("Annotate the resource methods that call it instead, or remove the annotation."))
                .toList();
    }

    private static Stream<String> unenforced(final Class<?> type, final Set<Method> intercepted) {
        final List<Class<?>> family = AccessAnnotations.family(type);
        final List<Method> methods =
                family.stream().flatMap(ServiceAccess::declaredMethods).toList();
        final Stream<String> ofMethods = methods.stream()
                .filter(method -> !intercepted.contains(method))
                .flatMap(method -> limits(method)
                        .filter(limit -> !handlesRequests(method, methods))
                        .map(limit ->
                                limit + " on " + method.getDeclaringClass().getName() + "." + method.getName()));
        final Stream<String> ofClasses = family.stream()
                .filter(each -> intercepted.isEmpty())
                .flatMap(each -> limits(each)
                        .filter(limit -> methods.stream().noneMatch(method -> handlesRequests(method, methods)))
                        .map(limit -> limit + " on " + each.getName()));
        return Stream.concat(ofMethods, ofClasses);
    }

    /** Returns none if a type of a signature is missing, as for a class of an optional library. */
    private static Stream<Method> declaredMethods(final Class<?> type) {
        try {
            return Arrays.stream(type.getDeclaredMethods()).filter(method -> !method.isBridge());
        } catch (final LinkageError e) {
            return Stream.empty();
        }
    }

    /** Looks at the methods of super types, too; those of generic ones have other parameters. */
    private static boolean handlesRequests(final Method method, final List<Method> all) {
        return all.stream()
                .filter(other -> other.getName().equals(method.getName())
                        && other.getParameterCount() == method.getParameterCount())
                .anyMatch(other -> AccessAnnotations.isResourceMethod(other) || other.isAnnotationPresent(Path.class));
    }

    private static Stream<String> limits(final AnnotatedElement element) {
        return AccessAnnotations.on(List.of(element)).stream()
                .filter(annotation -> annotation != PermitAll.class)
                .map(annotation -> "@" + annotation.getSimpleName());
    }
}
