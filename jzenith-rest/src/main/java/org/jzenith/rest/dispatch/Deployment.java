package org.jzenith.rest.dispatch;

import com.google.inject.Injector;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Configurable;
import jakarta.ws.rs.core.Configuration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jboss.resteasy.core.MethodInjectorImpl;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.plugins.interceptors.CacheControlFeature;
import org.jboss.resteasy.plugins.providers.InputStreamProvider;
import org.jboss.resteasy.plugins.providers.JaxrsServerFormUrlEncodedProvider;
import org.jboss.resteasy.plugins.providers.MultiValuedParamConverterProvider;
import org.jboss.resteasy.plugins.providers.ReaderProvider;
import org.jboss.resteasy.plugins.providers.ServerFormUrlEncodedProvider;
import org.jboss.resteasy.plugins.providers.StreamingOutputProvider;
import org.jboss.resteasy.plugins.providers.multipart.MultipartEntityPartWriter;
import org.jboss.resteasy.plugins.providers.multipart.MultipartFormDataWriter;
import org.jboss.resteasy.plugins.providers.multipart.MultipartWriter;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jzenith.rest.construct.ResourceInstances;
import org.jzenith.rest.express.ExpressLane;
import org.jzenith.rest.rx.Subscriptions;

/** RESTEasy with the resources and providers of one application, configured once at start. */
final class Deployment {

    private final SynchronousDispatcher resteasy;
    private final RequestHandler.Parts parts;
    private final ResourceInstances instances;
    private final Map<ResourceLocator, MethodInjectorImpl> methods;

    private Deployment(
            final SynchronousDispatcher resteasy,
            final RequestHandler.Parts parts,
            final ResourceInstances instances,
            final Map<ResourceLocator, MethodInjectorImpl> methods) {
        this.resteasy = resteasy;
        this.parts = parts;
        this.instances = instances;
        this.methods = methods;
    }

    SynchronousDispatcher resteasy() {
        return resteasy;
    }

    KnownMethods methods() {
        return new KnownMethods(methods.keySet());
    }

    ExpressLane expressLane(final String basePath) {
        final Map<Class<?>, Supplier<?>> resources = new HashMap<>();
        parts.resources().stream()
                .filter(type -> !instances.takesRequest(type))
                .forEach(type -> resources.put(type, instances.supplier(type)));
        parts.instances().forEach(instance -> resources.put(instance.getClass(), () -> instance));
        final List<ExpressLane.Declared> declared = new ArrayList<>();
        methods.forEach((method, methodInjector) -> {
            final Supplier<?> resource = resources.get(method.getResourceClass().getClazz());
            declared.add(new ExpressLane.Declared(
                    method,
                    methodInjector instanceof PlannedMethod && resource != null ? methodInjector : null,
                    resource));
        });
        return ExpressLane.of(resteasy, declared, new Encoders(), basePath);
    }

    static Deployment of(final RequestHandler.Parts parts, final Injector injector) {
        initializeSharedFactory();
        final RestProviders factory = new RestProviders(injector);
        factory.setRegisterBuiltins(false);
        final GuiceInjectorFactory injectors = new GuiceInjectorFactory(injector, parts.subResourceCheck());
        factory.setInjectorFactory(injectors);
        final SynchronousDispatcher dispatcher = new RestDispatcher(factory);
        @SuppressWarnings("rawtypes")
        final Map<Class, Object> objects = dispatcher.getDefaultContextObjects();
        objects.put(Application.class, parts.application());
        objects.put(Configurable.class, factory);
        objects.put(Configuration.class, factory);
        ResteasyContext.addContextDataLevel().putAll(contextOf(objects));
        try {
            registerBuiltins(factory);
            Subscriptions.providers(factory).forEach(provider -> registerBuiltin(factory, provider));
            parts.builtins().forEach(provider -> registerBuiltin(factory, provider));
            parts.errors().mappers().forEach(mapper -> registerBuiltin(factory, mapper));
            parts.application().getProperties().forEach(factory::property);
            parts.providers().forEach(factory::register);
            if (ContentCodings.mayDecode(factory)) {
                registerBuiltin(factory, new ContentCodings.Check(factory));
            }
            factory.injectProperties(parts.application());
            factory.instances().resolve(parts.resources());
            for (final Class<?> type : parts.resources()) {
                dispatcher
                        .getRegistry()
                        .addResourceFactory(
                                new GuiceResource(type, factory.instances().supplier(type)));
            }
            parts.instances().forEach(dispatcher.getRegistry()::addSingletonResource);
            factory.lockSnapshots();
        } finally {
            ResteasyContext.removeContextDataLevel();
        }
        return new Deployment(dispatcher, parts, factory.instances(), injectors.started());
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
    private static void registerBuiltins(final ResteasyProviderFactory factory) {
        registerBuiltin(factory, new TextBody());
        registerBuiltin(factory, new TextPlain());
        registerBuiltin(factory, new TextPlain.OfNumber());
        registerBuiltin(factory, new TextPlain.OfBoolean());
        registerBuiltin(factory, new BufferBody());
        registerBuiltin(factory, new BytesBody());
        registerBuiltin(factory, new InputStreamProvider());
        registerBuiltin(factory, new ReaderProvider());
        registerBuiltin(factory, new StreamingOutputProvider());
        registerBuiltin(factory, new ServerFormUrlEncodedProvider(false));
        registerBuiltin(factory, new JaxrsServerFormUrlEncodedProvider(false));
        registerBuiltin(factory, new MultiValuedParamConverterProvider());
        registerBuiltin(factory, new NumberParameters());
        registerBuiltin(factory, new CacheControlFeature());
        MultipartBodies.providers().forEach(provider -> registerBuiltin(factory, provider));
        registerBuiltin(factory, new MultipartFormDataWriter());
        registerBuiltin(factory, new MultipartEntityPartWriter());
        registerBuiltin(factory, new MultipartWriter());
    }

    private static void registerBuiltin(final ResteasyProviderFactory factory, final Object provider) {
        factory.registerProviderInstance(provider, null, null, true);
    }
}
