package org.jzenith.rest.internal.deployment;

import com.google.inject.Binder;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.ProvisionException;
import com.google.inject.TypeLiteral;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.WriterInterceptor;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.resteasy.plugins.interceptors.RoleBasedSecurityFeature;
import org.jboss.resteasy.plugins.server.servlet.ResteasyContextParameters;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.internal.argument.ContextArgument;
import org.jzenith.rest.internal.construct.ResourceInstances;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.pipeline.ArgumentProvider;
import org.jzenith.rest.pipeline.ArgumentReader;
import org.jzenith.rest.pipeline.ResultProvider;
import org.jzenith.rest.pipeline.StepProvider;

/**
 * The resources and providers of an application, and what its plugins add to them. Immutable.
 *
 * @param resources classes with {@code @Path}, bound in Guice
 * @param instances objects with {@code @Path}
 * @param providers provider classes bound in Guice, and provider objects
 * @param mappings the application's mappings of exceptions
 * @param steps step providers of plugins, asked before those of the framework
 * @param arguments argument providers of plugins, asked before those of the framework
 * @param contexts the objects of a request that methods take by their type
 * @param results conversions of other libraries' results
 * @param application the object for {@code @Context Application}
 */
public record Components(
        List<Class<?>> resources,
        List<Object> instances,
        List<Object> providers,
        List<Errors.Mapping> mappings,
        List<StepProvider> steps,
        List<ArgumentProvider> arguments,
        List<ContextArgument> contexts,
        List<ResultProvider> results,
        Application application) {

    /** No components. */
    public static final Components NONE = new Components(
            List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), new Application());

    /** The interfaces of providers (Jakarta REST 3.1, chapters 4 and 6). */
    private static final List<Class<?>> CONTRACTS = List.of(
            ContainerRequestFilter.class,
            ContainerResponseFilter.class,
            ContextResolver.class,
            DynamicFeature.class,
            ExceptionMapper.class,
            Feature.class,
            MessageBodyReader.class,
            MessageBodyWriter.class,
            ParamConverterProvider.class,
            ReaderInterceptor.class,
            WriterInterceptor.class);

    /** The property of an {@code Application} that registers RESTEasy's {@code RoleBasedSecurityFeature}. */
    private static final String ROLE_BASED_SECURITY = ResteasyContextParameters.RESTEASY_ROLE_BASED_SECURITY;

    /** Adds resource classes. One that is a provider, too, is used as both. */
    public Components withResources(final List<Class<?>> added) {
        return new Components(
                        concat(resources, added),
                        instances,
                        providers,
                        mappings,
                        steps,
                        arguments,
                        contexts,
                        results,
                        application)
                .withProviders(added.stream()
                        .filter(Components::isProvider)
                        .map(Object.class::cast)
                        .toList());
    }

    /** Adds resource objects. One that is a provider, too, is used as both. */
    public Components withInstances(final List<Object> added) {
        return new Components(
                        resources,
                        concat(instances, added),
                        providers,
                        mappings,
                        steps,
                        arguments,
                        contexts,
                        results,
                        application)
                .withProviders(added.stream()
                        .filter(each -> isProvider(each.getClass()))
                        .toList());
    }

    private static boolean isProvider(final Class<?> type) {
        return CONTRACTS.stream().anyMatch(contract -> contract.isAssignableFrom(type));
    }

    /** Adds provider classes and objects, except those that are known because they are resources. */
    public Components withProviders(final List<Object> added) {
        final List<Object> unknown = added.stream()
                .filter(each -> !providers.contains(each) || !(resources.contains(each) || instances.contains(each)))
                .toList();
        return new Components(
                resources,
                instances,
                concat(providers, unknown),
                mappings,
                steps,
                arguments,
                contexts,
                results,
                application);
    }

    /** Adds a mapping of an exception. */
    public Components withMapping(final Errors.Mapping added) {
        return new Components(
                resources,
                instances,
                providers,
                concat(mappings, List.of(added)),
                steps,
                arguments,
                contexts,
                results,
                application);
    }

    /** Adds step providers. */
    public Components withSteps(final List<StepProvider> added) {
        return new Components(
                resources,
                instances,
                providers,
                mappings,
                concat(steps, added),
                arguments,
                contexts,
                results,
                application);
    }

    /** Adds argument providers. */
    public Components withArguments(final List<ArgumentProvider> added) {
        return new Components(
                resources,
                instances,
                providers,
                mappings,
                steps,
                concat(arguments, added),
                contexts,
                results,
                application);
    }

    /** Adds an object of a request. */
    public Components withContext(final TypeLiteral<?> type, final ArgumentReader reader) {
        return withContexts(List.of(new ContextArgument(type, reader)));
    }

    private Components withContexts(final List<ContextArgument> added) {
        return new Components(
                resources,
                instances,
                providers,
                mappings,
                steps,
                arguments,
                concat(contexts, added),
                results,
                application);
    }

    /** Adds conversions of results. */
    public Components withResults(final List<ResultProvider> added) {
        return new Components(
                resources,
                instances,
                providers,
                mappings,
                steps,
                arguments,
                contexts,
                concat(results, added),
                application);
    }

    /** Replaces the application object; its classes and singletons are added by the caller. */
    public Components withApplication(final Application added) {
        return new Components(resources, instances, providers, mappings, steps, arguments, contexts, results, added);
    }

    /** Adds the components of a plugin, which has no application of its own. */
    public Components with(final Components added) {
        return withResources(added.resources)
                .withProviders(added.providers)
                .withSteps(added.steps)
                .withArguments(added.arguments)
                .withContexts(added.contexts)
                .withResults(added.results);
    }

    /** Filters out classes that are not resources or cannot be instantiated. */
    public Components thatCanBeMade(final Injector injector) {
        return new Components(
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
                contexts,
                results,
                application);
    }

    private static boolean isBound(final Injector injector, final Class<?> type) {
        return injector.getExistingBinding(Key.get(type)) != null;
    }

    /** Returns true if one of the providers, class or object, is of the type. */
    public boolean hasProvider(final Class<?> type) {
        return providers.stream()
                .anyMatch(provider ->
                        type.isAssignableFrom(provider instanceof Class<?> known ? known : provider.getClass()));
    }

    /** Returns true if RESTEasy's own feature enforces access annotations. */
    public boolean usesRoles() {
        return hasProvider(RoleBasedSecurityFeature.class)
                || Boolean.parseBoolean(
                        String.valueOf(application.getProperties().get(ROLE_BASED_SECURITY)));
    }

    /** Returns true if a resource class or one of its methods names JSON in {@code @Produces} or {@code @Consumes}. */
    public boolean declareJson() {
        final List<Class<?>> types = new ArrayList<>(resources);
        instances.forEach(each -> types.add(each.getClass()));
        for (final Class<?> type : types) {
            if (declaresJson(type)) {
                return true;
            }
            for (final Method method : type.getMethods()) {
                if (declaresJson(method)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean declaresJson(final AnnotatedElement element) {
        final Produces produced = element.getAnnotation(Produces.class);
        final Consumes consumed = element.getAnnotation(Consumes.class);
        return (produced != null && String.join(",", produced.value()).contains("json"))
                || (consumed != null && String.join(",", consumed.value()).contains("json"));
    }

    /** The resources and providers that Guice makes. */
    public Stream<Class<?>> classes() {
        return Stream.concat(
                resources.stream(),
                providers.stream().filter(Class.class::isInstance).map(type -> (Class<?>) type));
    }

    /** Explicit bindings, so that Guice creates resources and providers in their scopes. */
    public void bind(final Binder binder, final String owner) {
        resources.forEach(type -> ResourceInstances.bind(binder.withSource("withResources(..) of " + owner), type));
        for (final Object provider : providers) {
            if (provider instanceof Class<?> type && !resources.contains(type)) {
                ResourceInstances.bind(binder.withSource("withProviders(..) of " + owner), type);
            }
        }
    }

    /** Returns these components with objects in the place of provider classes; Guice makes them. */
    public Components withProvidersMade(final Injector injector) {
        final List<Object> made = new ArrayList<>();
        for (final Object provider : providers) {
            made.add(provider instanceof Class<?> type ? make(injector, type) : provider);
        }
        if (usesRoles() && !hasProvider(RoleBasedSecurityFeature.class)) {
            made.add(new RoleBasedSecurityFeature());
        }
        return new Components(resources, instances, made, mappings, steps, arguments, contexts, results, application);
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
