package org.jzenith.rest;

import com.google.inject.Binder;
import com.google.inject.Injector;
import com.google.inject.Key;
import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import org.jboss.resteasy.plugins.interceptors.RoleBasedSecurityFeature;
import org.jboss.resteasy.plugins.server.servlet.ResteasyContextParameters;
import org.jboss.resteasy.util.GetRestful;
import org.jzenith.rest.error.ErrorMapping;

/** What an application brings: resources and providers, classes or objects, and mappings of exceptions. */
record Routes(
        List<Class<?>> resources,
        List<Object> instances,
        List<Object> providers,
        List<ErrorMapping> mappings,
        Application application) {

    /** The property of an {@code Application} that registers RESTEasy's {@code RoleBasedSecurityFeature}. */
    private static final String ROLE_BASED_SECURITY = ResteasyContextParameters.RESTEASY_ROLE_BASED_SECURITY;

    static final Routes NONE = new Routes(List.of(), List.of(), List.of(), List.of(), new Application());

    static Application instantiate(final Class<? extends Application> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (final ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    type.getName() + " cannot be made. Give it a public constructor without parameters, or pass an"
                            + " object.",
                    e);
        }
    }

    Routes withResources(final List<Class<?>> added) {
        return new Routes(concat(resources, added), instances, providers, mappings, application);
    }

    Routes withProviders(final List<Object> added) {
        return new Routes(resources, instances, concat(providers, added), mappings, application);
    }

    Routes withMapping(final ErrorMapping added) {
        return new Routes(resources, instances, providers, concat(mappings, List.of(added)), application);
    }

    Routes withApplication(final Application added) {
        final List<Class<?>> classes = new ArrayList<>();
        final List<Object> objects = new ArrayList<>();
        final List<Object> supporting = new ArrayList<>();
        for (final Class<?> type : added.getClasses()) {
            if (GetRestful.isRootResource(type)) {
                classes.add(type);
            } else {
                supporting.add(type);
            }
        }
        for (final Object object : singletons(added)) {
            (GetRestful.isRootResource(object.getClass()) ? objects : supporting).add(object);
        }
        return new Routes(
                concat(resources, classes), concat(instances, objects), concat(providers, supporting), mappings, added);
    }

    @SuppressWarnings("deprecation") // deprecated by Jakarta REST, and still part of it
    private static Iterable<Object> singletons(final Application application) {
        return application.getSingletons();
    }

    /** Whether one of the providers, class or object, is of a type. */
    boolean hasProvider(final Class<?> type) {
        return providers.stream()
                .anyMatch(provider ->
                        type.isAssignableFrom(provider instanceof Class<?> known ? known : provider.getClass()));
    }

    /** Whether RESTEasy's own feature enforces access annotations. */
    boolean usesRoles() {
        return hasProvider(RoleBasedSecurityFeature.class)
                || Boolean.parseBoolean(
                        String.valueOf(application.getProperties().get(ROLE_BASED_SECURITY)));
    }

    /** What stands before every path: the configured part, then the application's. */
    String basePath(final String contextPath) {
        final ApplicationPath annotation = application.getClass().getAnnotation(ApplicationPath.class);
        if (annotation == null) {
            return contextPath;
        }
        final String path = annotation.value().endsWith("*")
                ? annotation.value().substring(0, annotation.value().length() - 1)
                : annotation.value();
        return (contextPath + "/" + path).replaceAll("/{2,}", "/");
    }

    /** Explicit bindings, so that Guice makes resources and providers; their scope annotations count. */
    void bind(final Binder binder) {
        resources.forEach(type -> bind(binder, type));
        for (final Object provider : providers) {
            if (provider instanceof Class<?> type) {
                bind(binder, type);
            }
        }
    }

    /** Providers, those given as classes made by Guice. */
    List<Object> providers(final Injector injector) {
        final List<Object> made = new ArrayList<>();
        for (final Object provider : providers) {
            made.add(provider instanceof Class<?> type ? injector.getInstance(Key.get(type)) : provider);
        }
        if (usesRoles() && !hasProvider(RoleBasedSecurityFeature.class)) {
            made.add(new RoleBasedSecurityFeature());
        }
        return made;
    }

    private static <T> void bind(final Binder binder, final Class<T> type) {
        @SuppressWarnings("unchecked")
        final Constructor<T>[] constructors = (Constructor<T>[]) type.getDeclaredConstructors();
        if (constructors.length == 1 && !constructors[0].isAnnotationPresent(Inject.class)) {
            binder.bind(type).toConstructor(constructors[0]);
        } else {
            binder.bind(type);
        }
    }

    private static <T> List<T> concat(final List<T> first, final List<T> second) {
        final List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }
}
