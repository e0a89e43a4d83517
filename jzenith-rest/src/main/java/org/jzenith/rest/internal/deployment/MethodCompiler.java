package org.jzenith.rest.internal.deployment;

import io.reactivex.Completable;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.SseEventSink;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jboss.resteasy.core.MethodInjectorImpl;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jboss.resteasy.spi.util.Types;
import org.jboss.resteasy.util.GetRestful;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.access.RouteAccess;
import org.jzenith.rest.internal.argument.ArgumentSteps;
import org.jzenith.rest.internal.check.ResourceCheck;
import org.jzenith.rest.internal.construct.LifecycleMethods;
import org.jzenith.rest.internal.entity.MediaRange;
import org.jzenith.rest.internal.entity.TypedResults;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.pipeline.ResultConversions;
import org.jzenith.rest.internal.pipeline.RouteTarget;
import org.jzenith.rest.internal.resteasy.MethodMetadata;
import org.jzenith.rest.internal.route.MethodTable;
import org.jzenith.rest.internal.step.CallMethod;
import org.jzenith.rest.internal.step.CreateResource;
import org.jzenith.rest.internal.step.LocateResource;
import org.jzenith.rest.internal.step.ReceiveBody;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/**
 * Makes the steps of resource methods and locators: those of root resources and of the classes that their locators declare at
 * start, those of other sub-resources when a locator first returns one of its class. Safe for use by many threads.
 */
public final class MethodCompiler {

    /** Parameters that the body may be read for. */
    private static final Set<ParamType> OF_BODY = Set.of(
            ParamType.FORM_PARAM, ParamType.FORM, ParamType.BEAN_PARAM, ParamType.MESSAGE_BODY, ParamType.UNKNOWN);

    private static final MediaType PROBLEM = MediaType.valueOf(Errors.MEDIA_TYPE);

    private final ResteasyProviderFactory providers;
    private final List<StepProvider> stepProviders;
    private final ArgumentSteps arguments;
    private final ResultConversions results;
    private final ResourceBuilder builder;
    private final Map<Class<?>, SubResource> subResources = new ConcurrentHashMap<>();

    /** The classes that locators declare; used during startup only. */
    private final Set<Class<?>> prepared = new HashSet<>();

    private record SubResource(List<MethodTable.Entry<RouteTarget>> entries, MethodTable<RouteTarget> table) {}

    /**
     * @param builder reads the annotations of resources
     * @param stepProviders are asked in this order
     * @param arguments reads those of locators
     * @param results the result types of other libraries
     */
    MethodCompiler(
            final ResourceBuilder builder,
            final ResteasyProviderFactory providers,
            final List<StepProvider> stepProviders,
            final ArgumentSteps arguments,
            final ResultConversions results) {
        this.builder = builder;
        this.providers = providers;
        this.stepProviders = List.copyOf(stepProviders);
        this.arguments = arguments;
        this.results = results;
    }

    /** The methods and locators of a root resource of which there may be one for each request. */
    List<MethodTable.Entry<RouteTarget>> rootResource(
            final Class<?> type,
            final Supplier<?> resources,
            final @Nullable LifecycleMethods lifecycle,
            final ResourceCheck check) {
        final List<MethodTable.Entry<RouteTarget>> all = new ArrayList<>();
        final ResourceClass resource = check.read(type, builder::getRootResourceFromAnnotations);
        if (resource != null) {
            addEntries(resource, create(resource, resources, lifecycle, check), check, all);
        }
        return all;
    }

    private CreateResource create(
            final ResourceClass resource,
            final Supplier<?> resources,
            final @Nullable LifecycleMethods lifecycle,
            final ResourceCheck check) {
        PropertyInjector fields = null;
        try {
            fields = fields(resource);
        } catch (final RuntimeException e) {
            check.addUnprepared(resource, e);
        }
        return new CreateResource(resources, fields, lifecycle);
    }

    /** The methods and locators of a root resource whose fields are injected. */
    List<MethodTable.Entry<RouteTarget>> rootResource(final Object instance, final ResourceCheck check) {
        final List<MethodTable.Entry<RouteTarget>> all = new ArrayList<>();
        for (final Class<?> described : described(instance.getClass())) {
            final ResourceClass resource = check.read(described, builder::getRootResourceFromAnnotations);
            if (resource != null) {
                addEntries(resource, new CreateResource(() -> instance, null, null), check, all);
            }
        }
        return all;
    }

    private SubResource subResource(final Class<?> type) {
        final SubResource known = subResources.get(type);
        return known == null ? subResources.computeIfAbsent(type, found -> compile(found, null)) : known;
    }

    /**
     * Prepares the class that a locator declares, so that its mistakes fail startup. Those of an abstract class may not be those
     * of the subclass that is located.
     */
    private void prepare(final ResourceLocator locator, final ResourceCheck check) {
        final Class<?> located = ResourceCheck.located(locator.getMethod());
        if (Modifier.isAbstract(located.getModifiers()) || !GetRestful.isSubResourceClass(located)) {
            return;
        }
        if (locator.getReturnType() == Class.class) {
            create(builder.getLocatorFromAnnotations(located), Object::new, null, check);
        }
        if (prepared.add(located)) {
            subResources.put(located, compile(located, check));
        }
    }

    private SubResource compile(final Class<?> type, final @Nullable ResourceCheck check) {
        final List<MethodTable.Entry<RouteTarget>> all = new ArrayList<>();
        for (final Class<?> described : described(type)) {
            addEntries(builder.getLocatorFromAnnotations(described), null, check, all);
        }
        return new SubResource(all, MethodTable.of(all));
    }

    /**
     * Lists the ways to methods and locators.
     *
     * @param plugin name of the plugin with the listener
     * @param path before the entries
     * @param entries the methods and locators of a root resource or sub-resource
     * @param before the locators on the way; their sub-resources are not listed below themselves
     */
    List<MethodRoute> routes(
            final String plugin,
            final String path,
            final List<MethodTable.Entry<RouteTarget>> entries,
            final List<RouteTarget.CompiledLocator> before) {
        final List<MethodRoute> all = new ArrayList<>();
        for (final MethodTable.Entry<RouteTarget> entry : entries) {
            final String template = (path + "/" + entry.template()).replaceAll("/{2,}", "/");
            final Class<?> located = located(entry.target());
            final List<MethodTable.Entry<RouteTarget>> known = entry.target() instanceof RouteTarget.CompiledLocator
                            && before.stream().noneMatch(each -> located(each) == located)
                    ? declared(located)
                    : List.of();
            if (known.isEmpty()) {
                final List<Step> steps = Stream.concat(
                                before.stream()
                                        .flatMap(each ->
                                                Arrays.stream(each.steps()).limit(each.contributed())),
                                Arrays.stream(entry.target().steps()))
                        .toList();
                all.add(new MethodRoute(
                        plugin,
                        template,
                        entry.target().model(),
                        steps.stream()
                                .map(step -> step.description(plugin, template))
                                .filter(Predicate.not(String::isEmpty))
                                .toList(),
                        before.stream()
                                .<MethodModel>map(RouteTarget.CompiledLocator::model)
                                .toList(),
                        steps.stream()
                                .map(step -> step.access(plugin, template))
                                .flatMap(Stream::ofNullable)
                                .reduce(RouteAccess::and)));
            } else {
                final List<RouteTarget.CompiledLocator> way = new ArrayList<>(before);
                way.add((RouteTarget.CompiledLocator) entry.target());
                all.addAll(routes(plugin, template, known, way));
            }
        }
        return all;
    }

    private static Class<?> located(final RouteTarget target) {
        return ResourceCheck.located(target.model().getResourceMethod());
    }

    /** Returns the methods and locators of what a locator declares; none if that has none, or has mistakes, which its requests report. */
    private List<MethodTable.Entry<RouteTarget>> declared(final Class<?> located) {
        try {
            return GetRestful.isSubResourceClass(located) ? subResource(located).entries() : List.of();
        } catch (final RuntimeException e) {
            return List.of();
        }
    }

    /** The annotations of a proxy are on its interfaces. */
    private static List<Class<?>> described(final Class<?> type) {
        return Proxy.isProxyClass(type) ? List.of(type.getInterfaces()) : List.of(type);
    }

    private @Nullable PropertyInjector fields(final ResourceClass type) {
        return type.getFields().length == 0 && type.getSetters().length == 0
                ? null
                : providers.getInjectorFactory().createPropertyInjector(type, providers);
    }

    /** Adds the methods of a class. Without the check, a method that cannot be prepared fails. */
    private void addEntries(
            final ResourceClass resource,
            final @Nullable CreateResource create,
            final @Nullable ResourceCheck check,
            final List<MethodTable.Entry<RouteTarget>> all) {
        final String classPath = create == null ? "" : text(resource.getPath());
        for (final ResourceMethod method : resource.getResourceMethods()) {
            add(method, check, () -> all.add(entry(classPath, method, create)));
        }
        for (final ResourceLocator locator : resource.getResourceLocators()) {
            add(locator, check, () -> all.add(entry(classPath, locator, create)));
            if (check != null) {
                add(locator, check, () -> prepare(locator, check));
            }
        }
    }

    private static void add(final ResourceLocator method, final @Nullable ResourceCheck check, final Runnable work) {
        try {
            work.run();
        } catch (final RuntimeException e) {
            if (check == null) {
                throw e;
            }
            check.addUnprepared(method, e);
        }
    }

    private MethodTable.Entry<RouteTarget> entry(
            final String classPath, final ResourceMethod method, final @Nullable CreateResource create) {
        final MethodMetadata metadata = new MethodMetadata(method, providers);
        final RouteTarget.CompiledMethod compiled = compile(metadata, create);
        final List<MediaType> produced = compiled.model().produces();
        return new MethodTable.Entry<>(
                classPath,
                text(method.getFullpath()),
                method.getHttpMethods(),
                new MethodTable.Body(compiled.model().consumes(), metadata.expectsBody()),
                new MethodTable.Result(
                        hasContent(method) ? produced : withProblems(produced),
                        metadata.hasProduces(),
                        negotiatesType(method)),
                compiled);
    }

    private MethodTable.Entry<RouteTarget> entry(
            final String classPath, final ResourceLocator locator, final @Nullable CreateResource create) {
        return MethodTable.Entry.ofLocator(classPath, text(locator.getFullpath()), compile(locator, create));
    }

    /** Without {@code @Produces} the writers of the value are chosen from. A result without content has no type. */
    private boolean negotiatesType(final ResourceMethod method) {
        final Set<MediaType> types = MethodTable.withoutWeights(Arrays.asList(method.getProduces()));
        return hasContent(method) && (types.size() != 1 || !types.stream().allMatch(MediaRange::isConcrete));
    }

    /** Generated clients accept only problems from a method without content. */
    private static List<MediaType> withProblems(final List<MediaType> produces) {
        return produces.isEmpty()
                ? produces
                : Stream.concat(produces.stream(), Stream.of(PROBLEM)).toList();
    }

    /** Returns false for a method whose response is always 204. */
    private boolean hasContent(final ResourceMethod method) {
        final Type declared = TypedResults.entityOf(method.getGenericReturnType());
        final Class<?> type = results.awaited(Types.getRawType(declared));
        return method.isAsynchronous()
                || Arrays.asList(method.getMethod().getParameterTypes()).contains(SseEventSink.class)
                || (type != void.class
                        && type != Void.class
                        && type != Completable.class
                        && !(declared instanceof final ParameterizedType later
                                && later.getActualTypeArguments()[0] == Void.class));
    }

    private static String text(final @Nullable String path) {
        return path == null ? "" : path;
    }

    /** Finds filters with {@code @PreMatching} that a {@code DynamicFeature} has registered for a method: too late. */
    private List<StartProblem> preMatching(final MethodMetadata metadata) {
        final List<ContainerRequestFilter> late = new ArrayList<>(
                List.of(metadata.providers().getContainerRequestFilterRegistry().preMatch()));
        late.removeAll(List.of(providers.getContainerRequestFilterRegistry().preMatch()));
        return late.stream()
                .map(filter -> StartProblem.of("The filter " + filter.getClass().getName()
                                + " has @PreMatching and is registered by a DynamicFeature, so it would never run: a"
                                + " DynamicFeature adds filters to methods, which are known only after matching.")
                        .from("a DynamicFeature")
                        .remedy("Remove @PreMatching, or register the filter with withProviders(..)."))
                .toList();
    }

    private RouteTarget.CompiledMethod compile(final MethodMetadata metadata, final @Nullable CreateResource create) {
        final RestMethod method = new RestMethod(metadata);
        final MethodSteps steps = new MethodSteps(method);
        if (create != null) {
            steps.add(StepPhase.RESOURCE, create);
        }
        final List<StartProblem> problems = new ArrayList<>(preMatching(metadata));
        for (final StepProvider each : stepProviders) {
            StartException.collect(problems, () -> {
                each.addTo(steps);
                return true;
            });
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
        return new RouteTarget.CompiledMethod(method, steps.toArray());
    }

    private static boolean readsBody(final Parameter[] parameters) {
        return Arrays.stream(parameters).anyMatch(parameter -> OF_BODY.contains(parameter.getParamType()));
    }

    private RouteTarget.CompiledLocator compile(final ResourceLocator locator, final @Nullable CreateResource create) {
        final MethodInjectorImpl injector =
                (MethodInjectorImpl) providers.getInjectorFactory().createMethodInjector(locator, providers);
        final RestMethod method = new RestMethod(locator);
        final MethodSteps before = new MethodSteps(method);
        stepProviders.forEach(each -> each.addToLocator(before));
        final List<Step> steps = new ArrayList<>(List.of(before.toArray()));
        final int contributed = steps.size();
        if (readsBody(locator.getParams())
                || (create != null
                        && (readsBody(locator.getResourceClass().getFields())
                                || readsBody(locator.getResourceClass().getSetters())))) {
            steps.add(new ReceiveBody());
        }
        if (create != null) {
            steps.add(create);
        }
        final Step reading = arguments.read(method, injector.getParams());
        if (reading != null) {
            steps.add(reading);
        }
        steps.add(new CallMethod(locator.getMethod()));
        steps.add(new LocateResource(type -> subResource(type).table()));
        return new RouteTarget.CompiledLocator(locator, method, steps.toArray(Step[]::new), contributed);
    }
}
