package org.jzenith.rest.resteasy;

import com.google.inject.Injector;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.ext.RuntimeDelegate.HeaderDelegate;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.core.providerfactory.ResteasyProviderFactoryImpl;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.construct.LifecycleMethods;
import org.jzenith.rest.construct.ResourceInstances;

/** RESTEasy's providers, but what it makes during a request is made as resources are. */
public final class RestProviders extends ResteasyProviderFactoryImpl {

    private final ResourceInstances instances;

    /** Caches for each class if a converter writes its values; RESTEasy asks all converters for each value. */
    private final ClassValue<Boolean> converted = new ClassValue<>() {
        @Override
        protected Boolean computeValue(final Class<?> type) {
            return getParamConverter(type, null, null) != null;
        }
    };

    public RestProviders(final Injector injector) {
        super(false);
        addHeaderDelegate(NewCookie.class, new SetCookieHeader(createHeaderDelegate(NewCookie.class)));
        this.instances = new ResourceInstances(injector, this);
    }

    public ResourceInstances instances() {
        return instances;
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
        if (lifecycle != null && request instanceof final RestRequest own) {
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

    @Override
    public String toHeaderString(final @Nullable Object value) {
        if (value == null || value instanceof String || converted.get(value.getClass())) {
            return super.toHeaderString(value);
        }
        final HeaderDelegate<Object> delegate = headerDelegate(value.getClass());
        return delegate == null ? value.toString() : delegate.toString(value);
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private @Nullable HeaderDelegate<Object> headerDelegate(final Class type) {
        return (HeaderDelegate<Object>) getHeaderDelegate(type);
    }
}
