package org.jzenith.rest.deployment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.Stage;
import jakarta.validation.Validator;
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
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.util.GetRestful;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMounts;
import org.jzenith.rest.argument.GuiceInjectorFactory;
import org.jzenith.rest.argument.NonPublicTypes;
import org.jzenith.rest.argument.NumberParameters;
import org.jzenith.rest.argument.TimeParameters;
import org.jzenith.rest.check.ResourceCheck;
import org.jzenith.rest.construct.LifecycleMethods;
import org.jzenith.rest.entity.BufferBody;
import org.jzenith.rest.entity.BytesBody;
import org.jzenith.rest.entity.ContentCodings;
import org.jzenith.rest.entity.EntityPartsWriter;
import org.jzenith.rest.entity.FileBody;
import org.jzenith.rest.entity.FormFieldLimit;
import org.jzenith.rest.entity.ReaderBody;
import org.jzenith.rest.entity.TextBody;
import org.jzenith.rest.entity.TextPlain;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.form.EntityPartsReader;
import org.jzenith.rest.form.FormSteps;
import org.jzenith.rest.json.JsonEntities;
import org.jzenith.rest.memory.AdmitValue;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.patch.PatchConfiguration;
import org.jzenith.rest.patch.Patches;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.RestHandler;
import org.jzenith.rest.pipeline.ResultConversions;
import org.jzenith.rest.pipeline.RouteTarget;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.resteasy.OwnProviders;
import org.jzenith.rest.resteasy.RestProviders;
import org.jzenith.rest.resteasy.ResteasyContainer;
import org.jzenith.rest.resteasy.ResteasyContextData;
import org.jzenith.rest.route.MethodTable;
import org.jzenith.rest.rx.StreamSettings;
import org.jzenith.rest.rx.StreamingBody;
import org.jzenith.rest.step.CheckRequest;
import org.jzenith.rest.step.MatchMethod;
import org.jzenith.rest.validation.RequestValidation;
import org.jzenith.rest.write.FailureResponse;
import org.jzenith.rest.write.ResponseSteps;

/** RESTEasy with the providers of one application, and the application's resource methods; made once at start. */
public final class Deployment {

    /**
     * The parts of a deployment.
     *
     * @param components the resources and providers of the application; the providers are objects
     * @param builtins provider objects, used where the application provides none
     * @param errors handles failures
     * @param subResourceCheck checks the class of a resource or sub-resource before its methods are called, and throws
     *     if they must not be called
     * @param failsOnWarnings true if warnings about resources fail the start
     * @param basePath prefix of every path
     * @param bodies settings for reading bodies
     * @param patches the limits of a JSON Patch
     * @param rateLimitKeys the number of clients that one {@code @RateLimit} remembers
     * @param streams settings for writing streams
     * @param eventLimits limits for the sinks of server-sent events
     * @param forms reads multipart forms
     */
    public record Parts(
            Components components,
            List<Object> builtins,
            Errors errors,
            Consumer<Class<?>> subResourceCheck,
            boolean failsOnWarnings,
            String basePath,
            Bodies bodies,
            PatchConfiguration patches,
            int rateLimitKeys,
            StreamSettings streams,
            EventLimits eventLimits,
            MultipartForms forms) {}

    /**
     * Limits on the events that wait for clients.
     *
     * @param queue bytes for one client
     * @param all bytes for all clients together
     */
    public record EventLimits(long queue, long all) {}

    /**
     * Settings for reading bodies.
     *
     * @param maxOnEventLoop bytes of a JSON document or element; a larger one is read on a worker thread
     * @param maxElement bytes of an element of a body that is read element by element; a larger one is refused
     * @param decoded the codings that the server decodes
     * @param maxFormFields fields of a URL-encoded form; one with more is refused
     * @param maxTokens tokens of a document
     */
    public record Bodies(
            long maxOnEventLoop, int maxElement, List<String> decoded, int maxFormFields, long maxTokens) {}

    /** The least memory that a token of a document is taken to need. */
    public static final int BYTES_OF_TOKEN = AdmitValue.OF_TOKEN;

    private final SynchronousDispatcher resteasy;
    private final RestHandler handler;
    private final MethodCompiler compiler;
    private final List<MethodTable.Entry<RouteTarget>> entries = new ArrayList<>();

    /** Those that requests can reach. */
    private final List<MethodTable.Entry<RouteTarget>> reached = new ArrayList<>();

    private final LifecycleMethods.Singletons singletons;

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
        factory.setInjectorFactory(new GuiceInjectorFactory(
                injector,
                FormSteps::injectorOf,
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
            final Patches patches = new Patches(
                    injector.getProvider(ObjectMapper.class),
                    injector.getProvider(Validator.class),
                    parts.patches(),
                    parts.bodies().maxTokens());
            registerBuiltins(factory, patches.readers());
            register(parts, factory);
            final ResultConversions results =
                    new ResultConversions(parts.components().results(), factory);
            final StepProviders steps = new StepProviders(parts, factory, injector, results, patches);
            compiler = new MethodCompiler(factory, steps.all(), steps.arguments(), results);
            addEntries(parts, factory, injector, results);
            factory.lockSnapshots();
            handler = handler(parts, factory, injector, steps, results);
        } finally {
            ResteasyContext.removeContextDataLevel();
        }
    }

    private RestHandler handler(
            final Parts parts,
            final RestProviders factory,
            final Injector injector,
            final StepProviders steps,
            final ResultConversions results) {
        final List<Step> first = new ArrayList<>();
        first.add(new CheckRequest(entries));
        steps.filters().addPreMatching(factory, first);
        first.add(new MatchMethod(MethodTable.of(entries), parts.basePath()));
        return new RestHandler(
                new ResteasyContainer(
                        resteasy, parts.bodies().decoded(), parts.bodies().maxFormFields()),
                parts.errors(),
                new FailureResponse(parts.errors(), factory),
                injector.getInstance(Blocking.class),
                parts.streams(),
                results,
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

    /** Returns the resources and providers that are started before the first request and stopped after the last. */
    public LifecycleMethods.Singletons singletons() {
        return singletons;
    }

    /** Returns true if a filter that runs before the method is known may move requests to other paths. */
    public boolean mayMoveRequests() {
        return resteasy.getProviderFactory().getContainerRequestFilterRegistry().preMatch().length > 0;
    }

    /** Returns true if Jakarta REST can match requests with a class: it, a super class or an interface has {@code @Path}. */
    public static boolean isRootResource(final Class<?> type) {
        return GetRestful.isRootResource(type);
    }

    private static void register(final Parts parts, final RestProviders factory) {
        registerBuiltins(factory, parts);
        registerBuiltins(factory, StreamingBody.providers(factory));
        registerBuiltins(factory, parts.builtins());
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
            final Parts parts, final RestProviders factory, final Injector injector, final ResultConversions results) {
        final ResourceCheck check = new ResourceCheck(
                factory,
                ownProviders(parts, factory, injector.getProvider(ObjectMapper.class), results),
                injector.getInstance(RequestValidation.class)::unchecked,
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
    private ResourceCheck.Providers ownProviders(
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
        return new ResourceCheck.Providers(
                type -> writers.mayTake(type, MediaType.WILDCARD_TYPE)
                        || factory.getAsyncResponseProvider(type) != null
                        || factory.getAsyncStreamProvider(type) != null,
                results::awaited,
                type -> mayAddContexts
                        || ResteasyContextData.hasContext(type)
                        || resteasy.getDefaultContextObjects().containsKey(type),
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
        registerBuiltin(factory, new NonPublicTypes());
        registerBuiltin(factory, new CacheControlFeature());
        registerBuiltin(factory, new EntityPartsReader(parts.forms()));
        registerBuiltin(factory, new EntityPartsWriter());
    }

    private static void registerBuiltins(final ResteasyProviderFactory factory, final Iterable<?> providers) {
        for (final Object provider : providers) {
            registerBuiltin(factory, provider);
        }
    }

    private static void registerBuiltin(final ResteasyProviderFactory factory, final Object provider) {
        factory.registerProviderInstance(provider, null, null, true);
    }
}
