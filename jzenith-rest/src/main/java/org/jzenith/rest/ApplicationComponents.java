package org.jzenith.rest;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.deployment.Components;
import org.jzenith.rest.internal.deployment.Deployment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the components, the base path and the properties of a Jakarta REST {@code Application}. */
final class ApplicationComponents {

    /** The name of the logger: the class that users know. A reference to that class would create a dependency cycle. */
    static final String LOG = "org.jzenith.rest.RestPlugin";

    private static final Logger LOGGER = LoggerFactory.getLogger(LOG);

    private ApplicationComponents() {}

    /** Creates an application. Its constructor may have {@code @Context} parameters; they are proxies of the current request's objects. */
    static Application instantiate(final Class<? extends Application> type) {
        final Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
                .filter(ApplicationComponents::takesContexts)
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
                type.getName() + " cannot be created. Add a constructor without parameters, or one whose parameters "
                        + "are interfaces with @Context. Or pass an object instead of the class.",
                cause);
    }

    /** Adds the features that {@code META-INF/services} names. */
    static Components addServices(final Components components) {
        final List<Object> found = new ArrayList<>(ServiceFeatures.find());
        found.removeAll(components.providers());
        return components.withProviders(found);
    }

    /** Adds the classes and singletons of an application. */
    static Components add(final Components components, final Application added) {
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
        final Components all = components
                .withResources(classes)
                .withInstances(objects)
                .withProviders(supporting)
                .withApplication(added);
        final boolean loadsServices =
                Boolean.parseBoolean(String.valueOf(added.getProperties().get(ServiceFeatures.PROPERTY)));
        return loadsServices ? addServices(all) : all;
    }

    /** Returns true for a provider. Warns about any other class, which is ignored (Jakarta REST 3.1, section 2.3.2). */
    private static boolean isProvider(final Class<?> type, final Application application) {
        final boolean isProvider = ProviderCheck.isProvider(type);
        if (!isProvider) {
            LOGGER.warn(
                    "The class {} is neither a resource nor a provider, so jZenith ignores it. It comes from {}. "
                            + "Annotate the class with @Path, implement a Jakarta REST interface such as "
                            + "ExceptionMapper, or remove it from the application.",
                    type.getName(),
                    application.getClass().getName());
        }
        return isProvider;
    }

    @SuppressWarnings("deprecation") // deprecated by Jakarta REST, and still part of it
    private static Iterable<Object> singletons(final Application application) {
        return application.getSingletons();
    }

    /** Returns the prefix of every path: the configured context path, followed by the {@code @ApplicationPath}. */
    static String basePath(final Application application, final String contextPath) {
        final ApplicationPath annotation = application.getClass().getAnnotation(ApplicationPath.class);
        if (annotation == null) {
            return BasePath.canonical(contextPath);
        }
        final String path = annotation.value().endsWith("*")
                ? annotation.value().substring(0, annotation.value().length() - 1)
                : annotation.value();
        if (path.indexOf('{') >= 0) {
            throw new StartException(
                    StartProblem.of("The @ApplicationPath is '" + path + "', but it cannot have parameters.")
                            .from(application.getClass().getName())
                            .remedy("Set it to a path without braces, and put parameters in the @Path of a resource."));
        }
        return BasePath.canonical(contextPath + "/" + path);
    }
}
