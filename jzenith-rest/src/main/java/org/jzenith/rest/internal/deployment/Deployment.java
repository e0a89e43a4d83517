package org.jzenith.rest.internal.deployment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.Stage;
import io.reactivex.Completable;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Configurable;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.WriterInterceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.plugins.interceptors.CacheControlFeature;
import org.jboss.resteasy.plugins.providers.InputStreamProvider;
import org.jboss.resteasy.plugins.providers.MultiValuedParamConverterProvider;
import org.jboss.resteasy.plugins.providers.StreamingOutputProvider;
import org.jboss.resteasy.spi.ContextInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.util.GetRestful;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMounts;
import org.jzenith.rest.internal.argument.ArgumentSteps;
import org.jzenith.rest.internal.argument.GuiceInjectorFactory;
import org.jzenith.rest.internal.argument.NonPublicTypes;
import org.jzenith.rest.internal.argument.NumberParameters;
import org.jzenith.rest.internal.argument.SortParameters;
import org.jzenith.rest.internal.argument.TimeParameters;
import org.jzenith.rest.internal.check.ApplicationProviders;
import org.jzenith.rest.internal.check.ResourceCheck;
import org.jzenith.rest.internal.construct.LifecycleMethods;
import org.jzenith.rest.internal.entity.BufferBody;
import org.jzenith.rest.internal.entity.BytesBody;
import org.jzenith.rest.internal.entity.ContentCodings;
import org.jzenith.rest.internal.entity.EntityPartsWriter;
import org.jzenith.rest.internal.entity.FileBody;
import org.jzenith.rest.internal.entity.FormFieldLimit;
import org.jzenith.rest.internal.entity.ReaderBody;
import org.jzenith.rest.internal.entity.TextBody;
import org.jzenith.rest.internal.entity.TextPlain;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.json.JsonEntities;
import org.jzenith.rest.internal.pipeline.RestHandler;
import org.jzenith.rest.internal.pipeline.ResultConversions;
import org.jzenith.rest.internal.pipeline.RouteTarget;
import org.jzenith.rest.internal.resteasy.OwnProviders;
import org.jzenith.rest.internal.resteasy.RestProviders;
import org.jzenith.rest.internal.resteasy.ResteasyContainer;
import org.jzenith.rest.internal.resteasy.ResteasyContextData;
import org.jzenith.rest.internal.route.MethodTable;
import org.jzenith.rest.internal.rx.StreamSettings;
import org.jzenith.rest.internal.rx.StreamingBody;
import org.jzenith.rest.internal.step.CallSteps;
import org.jzenith.rest.internal.step.CheckRequest;
import org.jzenith.rest.internal.step.FilterSteps;
import org.jzenith.rest.internal.step.ResultSteps;
import org.jzenith.rest.internal.write.FailureResponse;
import org.jzenith.rest.internal.write.ResponseSteps;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.Step;

/** RESTEasy with the providers of one application, and the application's resource methods; made once at start. */
public final class Deployment {

    /**
     * The parts of a deployment.
     *
     * @param components the resources and providers of the application; the providers are objects
     * @param features the features, in the order in which they add steps
     * @param errors handles failures
     * @param subResourceCheck checks the class of a resource or sub-resource before its methods are called, and throws
     *     if they must not be called
     * @param failsOnWarnings true if warnings about resources fail startup
     * @param bodies settings for reading bodies
     * @param streamFlush the time an element of a stream may wait for others; zero to wait only for the current turn of the event loop
     * @param maxBufferedResponses bytes of responses that may wait for clients
     */
    public record Parts(
            Components components,
            List<RestFeature> features,
            Errors errors,
            Consumer<Class<?>> subResourceCheck,
            boolean failsOnWarnings,
            Bodies bodies,
            Duration streamFlush,
            long maxBufferedResponses) {}

    /**
     * Settings for reading bodies.
     *
     * @param maxOnEventLoop bytes of a JSON document; a larger one is read on a worker thread
     * @param decoded the codings that the server decodes
     * @param maxFormFields fields of a URL-encoded form; one with more is refused
     * @param maxTokens tokens of a document
     */
    public record Bodies(long maxOnEventLoop, List<String> decoded, int maxFormFields, long maxTokens) {}

    private final SynchronousDispatcher resteasy;
    private final RestHandler handler;
    private final MethodCompiler compiler;
    private final List<MethodTable.Entry<RouteTarget>> entries = new ArrayList<>();

    /** Those that requests can reach. */
    private final List<MethodTable.Entry<RouteTarget>> reached = new ArrayList<>();

    private final LifecycleMethods.Singletons singletons;
    private final RestFeatureContext features;

    /**
     * Prepares everything that does not depend on a request.
     *
     * @param parts the resources and providers of the application
     * @param injector makes resources
     * @throws StartException if resources or providers have mistakes
     */
    public Deployment(final Parts parts, final Injector injector) {
        initializeSharedFactory();
        final RestProviders factory = new RestProviders(injector);
        singletons = factory.singletons();
        factory.setRegisterBuiltins(false);
        features = new RestFeatureContext(injector, factory, parts);
        factory.setInjectorFactory(new GuiceInjectorFactory(
                injector,
                features::readerOf,
                parts.subResourceCheck(),
                parts.bodies().maxOnEventLoop()));
        resteasy = new SynchronousDispatcher(factory);
        @SuppressWarnings("rawtypes")
        final Map<Class, Object> objects = resteasy.getDefaultContextObjects();
        objects.put(Application.class, parts.components().application());
        objects.put(Configurable.class, factory);
        objects.put(Configuration.class, factory);
        ResteasyContext.addContextDataLevel().putAll(contextOf(objects));
        try {
            parts.features().forEach(feature -> feature.addTo(features));
            register(parts, factory, injector);
            final ResultConversions results =
                    new ResultConversions(parts.components().results(), factory);
            final FilterSteps filters = new FilterSteps(threads(injector));
            final ArgumentSteps arguments = new ArgumentSteps(features.arguments);
            features.steps.addAll(List.of(
                    filters,
                    arguments,
                    new CallSteps(factory),
                    new ResultSteps(results),
                    new ResponseSteps(factory, results)));
            final ResourceBuilder builder = new RootResources(parts.components().contexts());
            compiler = new MethodCompiler(builder, factory, features.steps, arguments, results);
            addEntries(parts, factory, injector, builder, results);
            factory.lockSnapshots();
            handler = handler(parts, factory, injector, filters, results);
        } finally {
            ResteasyContext.removeContextDataLevel();
        }
    }

    /** An application with mistakes is checked in another stage, without settings. */
    private static int threads(final Injector injector) {
        return injector.getInstance(Stage.class) == Stage.PRODUCTION
                ? injector.getInstance(JZenithConfiguration.class).blockingThreads()
                : 1;
    }

    private RestHandler handler(
            final Parts parts,
            final RestProviders factory,
            final Injector injector,
            final FilterSteps filters,
            final ResultConversions results) {
        final List<Step> first = new ArrayList<>();
        first.add(new CheckRequest(entries));
        filters.addPreMatching(factory, first);
        return new RestHandler(
                new ResteasyContainer(
                        resteasy, parts.bodies().decoded(), parts.bodies().maxFormFields()),
                parts.errors(),
                new FailureResponse(factory),
                injector.getInstance(Blocking.class),
                new StreamSettings(parts.streamFlush(), features.formats),
                results,
                MethodTable.of(entries),
                first.toArray(Step[]::new),
                ResponseSteps.withoutMethod());
    }

    SynchronousDispatcher resteasy() {
        return resteasy;
    }

    /** Returns the handler of the requests. */
    public RestHandler handler() {
        return handler;
    }

    /**
     * Looks for methods of root resources that no request finds.
     *
     * @param mounts the mounts of the listener
     * @param basePath the base path of all resources
     * @return a problem for each class that has such a method
     */
    public List<StartProblem> hidden(final HttpMounts mounts, final String basePath) {
        final Map<ResourceLocator, String> templates = new LinkedHashMap<>();
        entries.forEach(entry -> templates.put(entry.target().declared(), entry.template()));
        return ResourceCheck.hidden(mounts, basePath, templates);
    }

    /**
     * Lists the resource methods.
     *
     * @param plugin name of the plugin with the listener
     * @param basePath the base path of all resources
     * @return sorted by template, then by HTTP method
     */
    public List<MethodRoute> routes(final String plugin, final String basePath) {
        ResteasyContext.addContextDataLevel().putAll(contextOf(resteasy.getDefaultContextObjects()));
        try {
            return compiler.routes(plugin, "/" + basePath, reached, List.of()).stream()
                    .sorted(Comparator.comparing(MethodRoute::template)
                            .thenComparing(route -> route.method().httpMethods().toString())
                            .thenComparing(route -> route.method().toString()))
                    .toList();
        } finally {
            ResteasyContext.removeContextDataLevel();
        }
    }

    /** Prepares the features, and calls {@code @PostConstruct} of singleton resources and providers. Blocks. */
    public void start() {
        features.open();
        singletons.start();
    }

    /** Calls {@code @PreDestroy} of the singletons. Blocks. */
    public void stop() {
        singletons.stop();
    }

    /** Releases what features hold. Called when the listener has closed, also after a start that has failed. */
    public Completable close() {
        return features.close();
    }

    /** Returns true if a filter that runs before the method is known may move requests to other paths. */
    public boolean mayMoveRequests() {
        return resteasy.getProviderFactory().getContainerRequestFilterRegistry().preMatch().length > 0;
    }

    /** Returns true if Jakarta REST can match requests with a class: it, a super class or an interface has {@code @Path}. */
    public static boolean isRootResource(final Class<?> type) {
        return GetRestful.isRootResource(type);
    }

    private static void register(final Parts parts, final RestProviders factory, final Injector injector) {
        registerBuiltins(factory, parts);
        registerBuiltins(factory, StreamingBody.providers(factory));
        registerBuiltin(
                factory,
                JsonEntities.body(
                        injector.getProvider(ObjectMapper.class), parts.bodies().maxTokens()));
        registerBuiltins(factory, parts.errors().mappers());
        parts.components().application().getProperties().forEach(factory::property);
        for (final Object provider : parts.components().providers()) {
            factory.register(provider);
        }
        if (ContentCodings.mayDecode(factory)) {
            registerBuiltin(
                    factory, new ContentCodings.Check(factory, parts.bodies().decoded()));
        }
        factory.injectProperties(parts.components().application());
    }

    private void addEntries(
            final Parts parts,
            final RestProviders factory,
            final Injector injector,
            final ResourceBuilder builder,
            final ResultConversions results) {
        final ResourceCheck check = new ResourceCheck(
                builder,
                factory,
                ownProviders(parts, factory, injector.getProvider(ObjectMapper.class), results),
                features.checks,
                parts.failsOnWarnings());
        // An application with mistakes is checked in another stage, and its objects are not made.
        final boolean canBeMade =
                resolve(parts, factory, check) && injector.getInstance(Stage.class) == Stage.PRODUCTION;
        Stream.concat(Stream.of(parts.components().application()), parts.components().providers().stream())
                .forEach(each -> check.collect(() -> singletons.add(each)));
        for (final Class<?> type : parts.components().resources()) {
            final LifecycleMethods lifecycle =
                    check.collect(() -> factory.instances().lifecycle(type));
            final Supplier<?> made = canBeMade ? factory.instances().supplier(type) : Object::new;
            entries.addAll(compiler.rootResource(type, made, lifecycle, check));
            // The fields of a singleton are filled before @PostConstruct, not at the first request.
            if (canBeMade
                    && factory.instances().isSingleton(type)
                    && Boolean.TRUE.equals(check.collect(() -> singletons.add(made.get())))) {
                factory.injectProperties(made.get());
            }
        }
        for (final Object instance : parts.components().instances()) {
            factory.injectProperties(instance);
            check.collect(() -> singletons.add(instance));
            entries.addAll(compiler.rootResource(instance, check));
        }
        check.compare(entries, RouteTarget::declared);
        final List<MethodTable.Hidden<RouteTarget>> hidden = MethodTable.hidden(entries);
        check.addHidden(hidden, RouteTarget::declared);
        reached.addAll(entries);
        reached.removeIf(entry -> hidden.stream().anyMatch(each -> each.target() == entry.target()));
        check.report();
    }

    /** Creates all resources. Returns false, and adds the problems, if one cannot be created. */
    private static boolean resolve(final Parts parts, final RestProviders factory, final ResourceCheck check) {
        try {
            factory.instances().resolve(parts.components().resources());
            return true;
        } catch (final StartException e) {
            check.add(e);
            return false;
        }
    }

    /** A filter may put anything into the context of a request. */
    private ApplicationProviders ownProviders(
            final Parts parts,
            final RestProviders factory,
            final Provider<ObjectMapper> mapper,
            final ResultConversions results) {
        final OwnProviders writers = OwnProviders.writers(factory);
        final OwnProviders readers = OwnProviders.readers(factory);
        final boolean mayAddContexts = parts.components().providers().stream()
                .anyMatch(provider -> provider instanceof ContainerRequestFilter
                        || provider instanceof Feature
                        || provider instanceof DynamicFeature
                        || provider instanceof ContextInjector);
        return new ApplicationProviders(
                type -> writers.mayTake(type, MediaType.WILDCARD_TYPE)
                        || factory.getAsyncResponseProvider(type) != null
                        || factory.getAsyncStreamProvider(type) != null,
                results::awaited,
                type -> mayAddContexts
                        || ResteasyContextData.hasContext(type)
                        || resteasy.getDefaultContextObjects().containsKey(type),
                parameter -> parts.components().contexts().stream().anyMatch(context -> context.isFor(parameter)),
                mapper::get,
                type -> JsonEntities.isParsed(type) && !readers.mayTake(type, MediaType.WILDCARD_TYPE),
                type -> JsonEntities.isParsed(type) && !writers.mayTake(type, MediaType.WILDCARD_TYPE),
                readers::mayConcern,
                writers::mayConcern,
                parts.components().providers().stream().anyMatch(Deployment::mayChangeMessages));
    }

    private static boolean mayChangeMessages(final Object provider) {
        return provider instanceof ContainerRequestFilter
                || provider instanceof ContainerResponseFilter
                || provider instanceof ReaderInterceptor
                || provider instanceof WriterInterceptor
                || provider instanceof Feature
                || provider instanceof DynamicFeature;
    }

    /**
     * RESTEasy uses a factory of the whole JVM to format header values. Created here, it has no providers; created
     * later, during a request, it would scan the class path, and RESTEasy's own context propagator would set
     * RxJava's global hooks. It holds nothing of any application.
     */
    private static void initializeSharedFactory() {
        if (ResteasyProviderFactory.peekInstance() == null
                && jakarta.ws.rs.ext.RuntimeDelegate.getInstance() instanceof ResteasyProviderFactory shared) {
            shared.setRegisterBuiltins(false);
            ResteasyProviderFactory.getInstance();
        }
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static Map<Class<?>, Object> contextOf(final Map<Class, Object> objects) {
        return (Map) objects;
    }

    /** An allow-list: RESTEasy has more, among them readers of XML that resolve external entities. */
    private static void registerBuiltins(final ResteasyProviderFactory factory, final Parts parts) {
        final int maxFormFields = parts.bodies().maxFormFields();
        registerBuiltin(factory, new TextBody());
        registerBuiltin(factory, new TextPlain());
        registerBuiltin(factory, new TextPlain.OfNumber());
        registerBuiltin(factory, new TextPlain.OfBoolean());
        registerBuiltin(factory, new BufferBody());
        registerBuiltin(factory, new BytesBody());
        registerBuiltin(factory, new FileBody.OfPath());
        registerBuiltin(factory, new FileBody.OfFile());
        registerBuiltin(factory, new InputStreamProvider());
        registerBuiltin(factory, new ReaderBody());
        registerBuiltin(factory, new StreamingOutputProvider());
        registerBuiltin(factory, new FormFieldLimit.OfMap(maxFormFields));
        registerBuiltin(factory, new FormFieldLimit.OfForm(maxFormFields));
        registerBuiltin(factory, new MultiValuedParamConverterProvider());
        registerBuiltin(factory, new NumberParameters());
        registerBuiltin(factory, new TimeParameters());
        registerBuiltin(factory, new SortParameters());
        registerBuiltin(factory, new NonPublicTypes());
        registerBuiltin(factory, new CacheControlFeature());
        registerBuiltin(factory, new EntityPartsWriter());
    }

    private static void registerBuiltins(final ResteasyProviderFactory factory, final Iterable<?> providers) {
        for (final Object provider : providers) {
            registerBuiltin(factory, provider);
        }
    }

    static void registerBuiltin(final ResteasyProviderFactory factory, final Object provider) {
        factory.registerProviderInstance(provider, null, null, true);
    }
}
