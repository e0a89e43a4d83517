package org.jzenith.rest.pipeline;

import org.jzenith.rest.argument.GuiceInjectorFactory;
import org.jzenith.rest.argument.NumberParameters;
import org.jzenith.rest.argument.TimeParameters;
import org.jzenith.rest.entity.BufferBody;
import org.jzenith.rest.entity.BytesBody;
import org.jzenith.rest.entity.ContentCodings;
import org.jzenith.rest.entity.FileBody;
import org.jzenith.rest.entity.FormFieldLimit;
import org.jzenith.rest.entity.OwnProviders;
import org.jzenith.rest.entity.ReaderBody;
import org.jzenith.rest.entity.TextBody;
import org.jzenith.rest.entity.TextPlain;
import org.jzenith.rest.form.EntityPartsWriter;
import org.jzenith.rest.form.MultipartBodies;
import org.jzenith.rest.limit.LimitRate;
import org.jzenith.rest.resteasy.RestProviders;
import org.jzenith.rest.step.CheckRequest;

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
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.plugins.interceptors.CacheControlFeature;
import org.jboss.resteasy.plugins.providers.InputStreamProvider;
import org.jboss.resteasy.plugins.providers.MultiValuedParamConverterProvider;
import org.jboss.resteasy.plugins.providers.StreamingOutputProvider;
import org.jboss.resteasy.plugins.providers.multipart.MultipartFormDataWriter;
import org.jboss.resteasy.plugins.providers.multipart.MultipartWriter;
import org.jboss.resteasy.spi.ContextInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.check.ResourceCheck;
import org.jzenith.rest.json.JsonEntities;
import org.jzenith.rest.construct.LifecycleMethods;
import org.jzenith.rest.route.MethodTable;
import org.jzenith.rest.rx.Subscriptions;
import org.jzenith.rest.validation.RequestValidation;

/** RESTEasy with the providers of one application, and the application's resource methods; made once at start. */
final class Deployment {

    /** What {@code @Context} may mean; servlets are not here. */
    private static final List<String> CONTEXTS = List.of("jakarta.ws.rs.", "org.jboss.resteasy.", "io.vertx.");

    private final SynchronousDispatcher resteasy;
    private final List<MethodTable.Entry<Endpoint>> endpoints = new ArrayList<>();
    private final LifecycleMethods.Singletons singletons = new LifecycleMethods.Singletons();

    Deployment(final RequestPipeline.Parts parts, final Injector injector) {
        initializeSharedFactory();
        final RestProviders factory = new RestProviders(injector);
        factory.setRegisterBuiltins(false);
        factory.setInjectorFactory(new GuiceInjectorFactory(injector, parts.subResourceCheck()));
        resteasy = new SynchronousDispatcher(factory);
        @SuppressWarnings("rawtypes")
        final Map<Class, Object> objects = resteasy.getDefaultContextObjects();
        objects.put(Application.class, parts.application());
        objects.put(Configurable.class, factory);
        objects.put(Configuration.class, factory);
        ResteasyContext.addContextDataLevel().putAll(contextOf(objects));
        try {
            registerBuiltin(
                    factory,
                    JsonEntities.mergePatch(
                            injector.getProvider(ObjectMapper.class),
                            injector.getProvider(Validator.class),
                            parts.bodies().maxTokens()));
            register(parts, factory);
            addEndpoints(parts, factory, injector, new LimitRate.Limits(injector, parts.rateLimitKeys()));
            factory.lockSnapshots();
        } finally {
            ResteasyContext.removeContextDataLevel();
        }
    }

    SynchronousDispatcher resteasy() {
        return resteasy;
    }

    LifecycleMethods.Singletons singletons() {
        return singletons;
    }

    CheckRequest check() {
        return new CheckRequest(endpoints);
    }

    /** The methods and locators of root resources. */
    List<MethodTable.Entry<Endpoint>> endpoints() {
        return List.copyOf(endpoints);
    }

    MethodTable<Endpoint> table() {
        return MethodTable.of(endpoints);
    }

    private static void register(final RequestPipeline.Parts parts, final RestProviders factory) {
        registerBuiltins(factory, parts.bodies().maxFormFields());
        Subscriptions.providers(factory).forEach(provider -> registerBuiltin(factory, provider));
        parts.builtins().forEach(provider -> registerBuiltin(factory, provider));
        parts.errors().mappers().forEach(mapper -> registerBuiltin(factory, mapper));
        parts.application().getProperties().forEach(factory::property);
        parts.providers().forEach(factory::register);
        if (ContentCodings.mayDecode(factory)) {
            registerBuiltin(
                    factory, new ContentCodings.Check(factory, parts.bodies().decoded()));
        }
        factory.injectProperties(parts.application());
    }

    private void addEndpoints(
            final RequestPipeline.Parts parts,
            final RestProviders factory,
            final Injector injector,
            final LimitRate.Limits rates) {
        final ResourceCheck check = new ResourceCheck(
                factory,
                ownProviders(parts, factory, injector.getProvider(ObjectMapper.class)),
                injector.getInstance(RequestValidation.class)::unchecked,
                parts.failsOnWarnings());
        // An application with mistakes is checked in another stage, and its objects are not made.
        final boolean canBeMade =
                resolve(parts, factory, check) && injector.getInstance(Stage.class) == Stage.PRODUCTION;
        final MethodCompiler compiler = new MethodCompiler(factory, rates, parts.forms());
        Stream.concat(Stream.of(parts.application()), parts.providers().stream())
                .forEach(each -> check.collect(() -> singletons.add(each)));
        for (final Class<?> type : parts.resources()) {
            final LifecycleMethods lifecycle =
                    check.collect(() -> factory.instances().lifecycle(type));
            final Supplier<?> made = canBeMade ? factory.instances().supplier(type) : Object::new;
            endpoints.addAll(compiler.rootResource(type, made, lifecycle, check));
            // The fields of a singleton are filled before @PostConstruct, not at the first request.
            if (canBeMade
                    && factory.instances().isSingleton(type)
                    && Boolean.TRUE.equals(check.collect(() -> singletons.add(made.get())))) {
                factory.injectProperties(made.get());
            }
        }
        for (final Object instance : parts.instances()) {
            factory.injectProperties(instance);
            check.collect(() -> singletons.add(instance));
            endpoints.addAll(compiler.rootResource(instance, check));
        }
        check.compare(endpoints, Endpoint::declared);
        check.report();
    }

    /** Whether all resources can be made; those of a start that fails are not needed. */
    private static boolean resolve(
            final RequestPipeline.Parts parts, final RestProviders factory, final ResourceCheck check) {
        try {
            factory.instances().resolve(parts.resources());
            return true;
        } catch (final StartException e) {
            check.add(e);
            return false;
        }
    }

    /** A filter may put anything into the context of a request. */
    private ResourceCheck.Providers ownProviders(
            final RequestPipeline.Parts parts, final RestProviders factory, final Provider<ObjectMapper> mapper) {
        final OwnProviders writers = OwnProviders.writers(factory);
        final OwnProviders readers = OwnProviders.readers(factory);
        final boolean mayAddContexts = parts.providers().stream()
                .anyMatch(provider -> provider instanceof ContainerRequestFilter
                        || provider instanceof Feature
                        || provider instanceof DynamicFeature
                        || provider instanceof ContextInjector);
        return new ResourceCheck.Providers(
                type -> writers.mayTake(type, MediaType.WILDCARD_TYPE)
                        || factory.getAsyncResponseProvider(type) != null
                        || factory.getAsyncStreamProvider(type) != null,
                type -> mayAddContexts
                        || CONTEXTS.stream().anyMatch(type.getName()::startsWith)
                        || resteasy.getDefaultContextObjects().containsKey(type),
                mapper::get,
                type -> JsonEntities.isParsed(type) && !readers.mayTake(type, MediaType.WILDCARD_TYPE),
                type -> JsonEntities.isParsed(type) && !writers.mayTake(type, MediaType.WILDCARD_TYPE),
                readers::mayConcern,
                writers::mayConcern,
                parts.providers().stream().anyMatch(Deployment::mayChangeMessages));
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
     * later, while a request is answered, it would scan the class path, and RESTEasy's own context propagator would set
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
    private static void registerBuiltins(final ResteasyProviderFactory factory, final int maxFormFields) {
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
        registerBuiltin(factory, new CacheControlFeature());
        MultipartBodies.providers().forEach(provider -> registerBuiltin(factory, provider));
        registerBuiltin(factory, new MultipartFormDataWriter());
        registerBuiltin(factory, new EntityPartsWriter());
        registerBuiltin(factory, new MultipartWriter());
    }

    private static void registerBuiltin(final ResteasyProviderFactory factory, final Object provider) {
        factory.registerProviderInstance(provider, null, null, true);
    }
}
