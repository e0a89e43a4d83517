package org.jzenith.rest.internal.resteasy;

import com.google.inject.Injector;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.ext.RuntimeDelegate.HeaderDelegate;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.core.providerfactory.ResteasyProviderFactoryImpl;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.util.FeatureContextDelegate;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.construct.LifecycleMethods;
import org.jzenith.rest.internal.construct.ResourceInstances;

/** RESTEasy's providers, but what it makes during a request is made as resources are. */
public final class RestProviders extends ResteasyProviderFactoryImpl {

    private final ResourceInstances instances;
    private final LifecycleMethods.Singletons singletons = new LifecycleMethods.Singletons();

    /** The providers that features have registered by their classes. */
    private final Map<Class<?>, Object> ofFeatures = new HashMap<>();

    public RestProviders(final Injector injector) {
        super(false);
        addHeaderDelegate(MediaType.class, new MediaTypeHeader(createHeaderDelegate(MediaType.class)));
        addHeaderDelegate(NewCookie.class, new SetCookieHeader(createHeaderDelegate(NewCookie.class)));
        this.instances = new ResourceInstances(injector, this);
    }

    public ResourceInstances instances() {
        return instances;
    }

    /** Returns the resources and providers that are started before the first request and stopped after the last. */
    public LifecycleMethods.Singletons singletons() {
        return singletons;
    }

    /** Registers a class of a {@code Feature} as if it were given to {@code withProviders(..)}. */
    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // as in RESTEasy
    public void registerProvider(
            final Class type,
            final @Nullable Integer priority,
            final boolean isBuiltin,
            final @Nullable Map<Class<?>, Integer> contracts) {
        if (isRegistered(type)) {
            super.registerProvider(type, priority, isBuiltin, contracts); // warns
        } else {
            registerProviderInstance(provider(type), contracts, priority, isBuiltin);
        }
    }

    /** Returns dynamic features whose classes are registered in the same way for a method. */
    @Override
    public Set<DynamicFeature> getServerDynamicFeatures() {
        final @Nullable Set<DynamicFeature> all = super.getServerDynamicFeatures();
        return all == null
                ? Set.of()
                : all.stream().map(this::withProviders).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private DynamicFeature withProviders(final DynamicFeature feature) {
        return (method, context) -> feature.configure(method, new MethodFeatureContext(context, this::provider));
    }

    private synchronized Object provider(final Class<?> type) {
        final Object known = ofFeatures.get(type);
        if (known != null) {
            return known;
        }
        final Object made = instances.provider(type);
        singletons.add(made);
        ofFeatures.put(type, made);
        return made;
    }

    /** Returns an instance, also for the sub-resource of a locator that returns a class. */
    @Override
    public <T> T injectedInstance(final Class<? extends T> type) {
        final @Nullable HttpRequest request = ResteasyContext.getContextData(HttpRequest.class);
        final @Nullable HttpResponse response = ResteasyContext.getContextData(HttpResponse.class);
        return request == null || response == null
                ? super.injectedInstance(type)
                : injectedInstance(type, request, response);
    }

    /** {@code ResourceContext.getResource}. */
    @Override
    public <T> T injectedInstance(
            final Class<? extends T> type, final HttpRequest request, final HttpResponse response) {
        final T made = instances.make(type);
        super.injectProperties(made, request, response);
        final LifecycleMethods lifecycle = instances.lifecycle(type);
        if (lifecycle != null && instances.isSingleton(type)) {
            singletons.add(made);
        } else if (lifecycle != null && request instanceof final RestRequest own) {
            own.routed().data().begin(made, lifecycle);
        }
        return made;
    }

    /** {@code ResourceContext.initResource}. */
    @Override
    public void injectProperties(final Object made, final HttpRequest request, final HttpResponse response) {
        instances.initialize(made);
        super.injectProperties(made, request, response);
    }

    /** Writes a header's value with its {@code HeaderDelegate}. RESTEasy would ask the converters of parameters first. */
    @Override
    public String toHeaderString(final @Nullable Object value) {
        if (value == null || value instanceof String) {
            return super.toHeaderString(value);
        }
        final HeaderDelegate<Object> delegate = headerDelegate(value.getClass());
        return delegate == null ? value.toString() : delegate.toString(value);
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private @Nullable HeaderDelegate<Object> headerDelegate(final Class type) {
        return (HeaderDelegate<Object>) getHeaderDelegate(type);
    }

    /** The context of a {@code DynamicFeature} for one method. RESTEasy would create the registered classes itself. */
    private static final class MethodFeatureContext extends FeatureContextDelegate {

        private final Function<Class<?>, Object> providers;

        /** @param providers creates or finds the provider of a class */
        MethodFeatureContext(final FeatureContext context, final Function<Class<?>, Object> providers) {
            super(context);
            this.providers = providers;
        }

        @Override
        public FeatureContext register(final Class<?> type) {
            return register(providers.apply(type));
        }

        @Override
        public FeatureContext register(final Class<?> type, final int priority) {
            return register(providers.apply(type), priority);
        }

        @Override
        public FeatureContext register(final Class<?> type, final Class<?>... contracts) {
            return register(providers.apply(type), contracts);
        }

        @Override
        public FeatureContext register(final Class<?> type, final Map<Class<?>, Integer> contracts) {
            return register(providers.apply(type), contracts);
        }
    }
}
