package org.jzenith.rest;

import com.google.inject.Binder;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.ProvisionException;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.resteasy.plugins.interceptors.RoleBasedSecurityFeature;
import org.jboss.resteasy.plugins.server.servlet.ResteasyContextParameters;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.construct.ResourceInstances;
import org.jzenith.rest.deployment.Deployment;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.pipeline.ArgumentProvider;
import org.jzenith.rest.pipeline.ResultProvider;
import org.jzenith.rest.pipeline.StepProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The resources and providers of an application, classes or objects, and its mappings of exceptions. */
record RestComponents(
        List<Class<?>> resources,
        List<Object> instances,
        List<Object> providers,
        List<Errors.Mapping> mappings,
        List<StepProvider> steps,
        List<ArgumentProvider> arguments,
        List<ResultProvider> results,
        Application application) {

    /** The property of an {@code Application} that registers RESTEasy's {@code RoleBasedSecurityFeature}. */
    private static final String ROLE_BASED_SECURITY = ResteasyContextParameters.RESTEASY_ROLE_BASED_SECURITY;

    /** The name of the logger: the type that users know. A reference to the type would tie the classes together. */
    static final String LOG = "org.jzenith.rest.RestPlugin";

    private static final Logger LOGGER = LoggerFactory.getLogger(LOG);

    static final RestComponents NONE = new RestComponents(
            List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), new Application());

    /** Its constructor may take {@code @Context} parameters: proxies of those of the current request. */
    static Application instantiate(final Class<? extends Application> type) {
        final Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
                .filter(RestComponents::takesContexts)
                .max(Comparator.comparingInt(Constructor::getParameterCount))
                .orElseThrow(() -> cannotCreate(type, null));
        try {
            constructor.setAccessible(true);
            return type.cast(constructor.newInstance(Arrays.stream(constructor.getParameterTypes())
                    .map(ContextBindings::current)
                    .toArray()));
        } catch (final ReflectiveOperationException e) {
            throw cannotCreate(type, e);
        }
    }

    private static boolean takesContexts(final Constructor<?> constructor) {
        return Arrays.stream(constructor.getParameters())
                .allMatch(parameter -> parameter.isAnnotationPresent(Context.class)
                        && parameter.getType().isInterface());
    }

    private static IllegalArgumentException cannotCreate(final Class<?> type, final @Nullable Exception cause) {
        return new IllegalArgumentException(
                type.getName() + " cannot be made. Give it a constructor without parameters, or with interfaces that"
                        + " are annotated with @Context, or pass an object.",
                cause);
    }

    RestComponents withResources(final List<Class<?>> added) {
        return new RestComponents(
                concat(resources, added), instances, providers, mappings, steps, arguments, results, application);
    }

    RestComponents withProviders(final List<Object> added) {
        return new RestComponents(
                resources, instances, concat(providers, added), mappings, steps, arguments, results, application);
    }

    RestComponents withSteps(final List<StepProvider> added) {
        return new RestComponents(
                resources, instances, providers, mappings, concat(steps, added), arguments, results, application);
    }

    RestComponents withArguments(final List<ArgumentProvider> added) {
        return new RestComponents(
                resources, instances, providers, mappings, steps, concat(arguments, added), results, application);
    }

    RestComponents withResults(final List<ResultProvider> added) {
        return new RestComponents(
                resources, instances, providers, mappings, steps, arguments, concat(results, added), application);
    }

    /** Adds the components of a plugin, which has no application of its own. */
    RestComponents with(final RestComponents added) {
        return withResources(added.resources)
                .withProviders(added.providers)
                .withSteps(added.steps)
                .withArguments(added.arguments)
                .withResults(added.results);
    }

    RestComponents withServices() {
        final List<Object> found = new ArrayList<>(ServiceFeatures.find());
        found.removeAll(providers);
        return withProviders(found);
    }

    RestComponents withMapping(final Errors.Mapping added) {
        return new RestComponents(
                resources,
                instances,
                providers,
                concat(mappings, List.of(added)),
                steps,
                arguments,
                results,
                application);
    }

    RestComponents withApplication(final Application added) {
        final List<Class<?>> classes = new ArrayList<>();
        final List<Object> objects = new ArrayList<>();
        final List<Object> supporting = new ArrayList<>();
        for (final Class<?> type : added.getClasses()) {
            if (Deployment.isRootResource(type)) {
                classes.add(type);
            } else if (isProvider(type, added)) {
                supporting.add(type);
            }
        }
        for (final Object object : singletons(added)) {
            if (Deployment.isRootResource(object.getClass())) {
                objects.add(object);
            } else if (isProvider(object.getClass(), added)) {
                supporting.add(object);
            }
        }
        final RestComponents all = new RestComponents(
                concat(resources, classes),
                concat(instances, objects),
                concat(providers, supporting),
                mappings,
                steps,
                arguments,
                results,
                added);
        return isTrue(added, ServiceFeatures.PROPERTY) ? all.withServices() : all;
    }

    /** Jakarta REST 3.1, section 2.3.2 of an application's classes: others are warned about and ignored. */
    private static boolean isProvider(final Class<?> type, final Application application) {
        final boolean isProvider = ProviderCheck.isProvider(type);
        if (!isProvider) {
            LOGGER.warn(
                    "The class {} is neither a resource nor a provider, so it is left out. It comes from {}. Annotate it with"
                            + " @Path, implement an interface of Jakarta REST such as ExceptionMapper, or remove it there.",
                    type.getName(),
                    application.getClass().getName());
        }
        return isProvider;
    }

    @SuppressWarnings("deprecation") // deprecated by Jakarta REST, and still part of it
    private static Iterable<Object> singletons(final Application application) {
        return application.getSingletons();
    }

    /** Filters out classes that are not resources or cannot be instantiated. */
    RestComponents thatCanBeMade(final Injector injector) {
        return new RestComponents(
                resources.stream()
                        .filter(type -> isBound(injector, type) && Deployment.isRootResource(type))
                        .toList(),
                instances,
                providers.stream()
                        .filter(provider -> !(provider instanceof final Class<?> type) || isBound(injector, type))
                        .toList(),
                mappings,
                steps,
                arguments,
                results,
                application);
    }

    private static boolean isBound(final Injector injector, final Class<?> type) {
        return injector.getExistingBinding(Key.get(type)) != null;
    }

    /** Returns true if one of the providers, class or object, is of the type. */
    boolean hasProvider(final Class<?> type) {
        return providers.stream()
                .anyMatch(provider ->
                        type.isAssignableFrom(provider instanceof Class<?> known ? known : provider.getClass()));
    }

    /** Returns true if RESTEasy's own feature enforces access annotations. */
    boolean usesRoles() {
        return hasProvider(RoleBasedSecurityFeature.class) || isTrue(application, ROLE_BASED_SECURITY);
    }

    private static boolean isTrue(final Application application, final String property) {
        return Boolean.parseBoolean(String.valueOf(application.getProperties().get(property)));
    }

    /** The prefix of every path: the configured one, then that of the application. */
    String basePath(final String contextPath) {
        final ApplicationPath annotation = application.getClass().getAnnotation(ApplicationPath.class);
        if (annotation == null) {
            return BasePath.canonical(contextPath);
        }
        final String path = annotation.value().endsWith("*")
                ? annotation.value().substring(0, annotation.value().length() - 1)
                : annotation.value();
        if (path.indexOf('{') >= 0) {
            throw new StartException(
                    StartProblem.of("The @ApplicationPath is '" + path + "', but it has no parameters.")
                            .from(application.getClass().getName())
                            .remedy("Set it to a path without braces, and put parameters in the @Path of a resource."));
        }
        return BasePath.canonical(contextPath + "/" + path);
    }

    /** Returns true if a resource class or one of its methods names JSON in {@code @Produces} or {@code @Consumes}. */
    boolean declareJson() {
        return Stream.concat(resources.stream(), instances.stream().map(Object::getClass))
                .flatMap(type -> Stream.concat(Stream.of(type), Arrays.stream(type.getMethods())))
                .anyMatch(RestComponents::declaresJson);
    }

    private static boolean declaresJson(final AnnotatedElement element) {
        final Produces produced = element.getAnnotation(Produces.class);
        final Consumes consumed = element.getAnnotation(Consumes.class);
        return (produced != null && String.join(",", produced.value()).contains("json"))
                || (consumed != null && String.join(",", consumed.value()).contains("json"));
    }

    /** The resources and providers that Guice makes. */
    Stream<Class<?>> classes() {
        return Stream.concat(
                resources.stream(),
                providers.stream().filter(Class.class::isInstance).map(type -> (Class<?>) type));
    }

    /** Explicit bindings, so that Guice creates resources and providers in their scopes. */
    void bind(final Binder binder, final String owner) {
        resources.forEach(type -> ResourceInstances.bind(binder.withSource("withResources(..) of " + owner), type));
        for (final Object provider : providers) {
            if (provider instanceof Class<?> type) {
                ResourceInstances.bind(binder.withSource("withProviders(..) of " + owner), type);
            }
        }
    }

    /** The providers; Guice creates those given as classes. */
    List<Object> providers(final Injector injector) {
        final List<Object> made = new ArrayList<>();
        for (final Object provider : providers) {
            made.add(provider instanceof Class<?> type ? make(injector, type) : provider);
        }
        if (usesRoles() && !hasProvider(RoleBasedSecurityFeature.class)) {
            made.add(new RoleBasedSecurityFeature());
        }
        return made;
    }

    private static Object make(final Injector injector, final Class<?> type) {
        try {
            return injector.getInstance(Key.get(type));
        } catch (final ProvisionException e) {
            if (e.getCause() instanceof StartException problem) {
                throw problem;
            }
            throw e;
        }
    }

    private static <T> List<T> concat(final List<T> first, final List<T> second) {
        final List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }
}
