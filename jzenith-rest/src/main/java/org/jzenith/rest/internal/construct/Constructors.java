package org.jzenith.rest.internal.construct;

import com.google.inject.ConfigurationException;
import com.google.inject.ScopeAnnotation;
import com.google.inject.spi.Dependency;
import com.google.inject.spi.InjectionPoint;
import jakarta.inject.Inject;
import jakarta.inject.Scope;
import jakarta.ws.rs.container.ResourceContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Providers;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the constructors with which a class may be created. */
final class Constructors {

    private static final Set<String> OF_REQUEST = Set.of(
            "PathParam",
            "QueryParam",
            "HeaderParam",
            "CookieParam",
            "MatrixParam",
            "FormParam",
            "BeanParam",
            "Form",
            "Query",
            "Suspended");

    /** Guice has these: the application, and what stands for the current one. */
    private static final Set<Class<?>> BOUND_CONTEXTS = Set.of(
            Application.class,
            Configuration.class,
            UriInfo.class,
            HttpHeaders.class,
            Request.class,
            SecurityContext.class,
            ResourceInfo.class,
            ResourceContext.class,
            Providers.class);

    private Constructors() {}

    /** Returns the constructors with {@code @Inject}, or the only one, or the public ones, or all. */
    static List<Constructor<?>> candidates(final Class<?> type) {
        final Constructor<?>[] all = type.getDeclaredConstructors();
        final List<Constructor<?>> injected =
                Arrays.stream(all).filter(Constructors::isInjected).toList();
        if (!injected.isEmpty()) {
            return injected;
        }
        final List<Constructor<?>> open = Arrays.stream(all)
                .filter(constructor -> Modifier.isPublic(constructor.getModifiers()))
                .toList();
        return open.isEmpty() ? List.of(all) : open;
    }

    private static boolean isInjected(final Constructor<?> constructor) {
        return constructor.isAnnotationPresent(Inject.class)
                || constructor.isAnnotationPresent(com.google.inject.Inject.class);
    }

    /** The one that Guice uses without help; null if there is a choice, or something that only RESTEasy provides. */
    static @Nullable Constructor<?> ofGuice(final Class<?> type) {
        final Constructor<?>[] all = type.getDeclaredConstructors();
        final List<Constructor<?>> injected =
                Arrays.stream(all).filter(Constructors::isInjected).toList();
        final Constructor<?> only = injected.size() == 1 ? injected.get(0) : all.length == 1 ? all[0] : null;
        return only == null || Arrays.stream(only.getParameters()).anyMatch(Constructors::isForRestEasy) ? null : only;
    }

    static boolean isMade(final Class<?> type) {
        return !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    }

    static boolean isBoundContext(final Class<?> type) {
        return BOUND_CONTEXTS.contains(type);
    }

    private static boolean isForRestEasy(final Parameter parameter) {
        return isOfRequest(parameter)
                || (parameter.isAnnotationPresent(Context.class) && !BOUND_CONTEXTS.contains(parameter.getType()));
    }

    /** Returns true if the parameter only has a value during a request. */
    static boolean isOfRequest(final Parameter parameter) {
        for (final Annotation annotation : parameter.getAnnotations()) {
            final Class<?> type = annotation.annotationType();
            if (OF_REQUEST.contains(type.getSimpleName())
                    && (type.getName().startsWith("jakarta.ws.rs.")
                            || type.getName().startsWith("org.jboss.resteasy."))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the bindings that the only constructor requires; empty if there are several. */
    static Set<Dependency<?>> bound(final Class<?> type) {
        final List<Constructor<?>> all = candidates(type);
        if (all.size() != 1) {
            return Set.of();
        }
        final Parameter[] parameters = all.get(0).getParameters();
        try {
            return InjectionPoint.forConstructor(all.get(0)).getDependencies().stream()
                    .filter(each -> !isOfRequest(parameters[each.getParameterIndex()])
                            && !parameters[each.getParameterIndex()].isAnnotationPresent(Context.class))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (final ConfigurationException e) {
            return Set.of(); // reported when the constructor is looked up
        }
    }

    static boolean takesRequest(final Class<?> type) {
        return candidates(type).stream()
                .flatMap(constructor -> Arrays.stream(constructor.getParameters()))
                .anyMatch(Constructors::isOfRequest);
    }

    /** The scope annotation of the class; null if it is unscoped. */
    static @Nullable Class<? extends Annotation> scope(final Class<?> type) {
        for (final Annotation annotation : type.getAnnotations()) {
            final Class<? extends Annotation> kind = annotation.annotationType();
            if (kind.isAnnotationPresent(Scope.class) || kind.isAnnotationPresent(ScopeAnnotation.class)) {
                return kind;
            }
        }
        return null;
    }
}
