package org.jzenith.rest.dispatch;

import com.google.inject.Provider;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jboss.resteasy.spi.ResourceFactory;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.express.ExpressLane.Outcome;

/** A resource class whose instances Guice makes and RESTEasy furnishes with what is annotated for it. */
final class GuiceResource implements ResourceFactory {

    private final Class<?> type;
    private final Provider<?> provider;
    private @Nullable PropertyInjector properties;

    GuiceResource(final Class<?> type, final Provider<?> provider) {
        this.type = type;
        this.provider = provider;
    }

    @Override
    public Class<?> getScannableClass() {
        return type;
    }

    @Override
    public void registered(final ResteasyProviderFactory factory) {
        properties = factory.getInjectorFactory()
                .createPropertyInjector(new ResourceBuilder().getRootResourceFromAnnotations(type), factory);
    }

    @Override
    public Object createResource(
            final HttpRequest request, final HttpResponse response, final ResteasyProviderFactory factory) {
        final Outcome outcome = request instanceof RestRequest own ? own.outcome() : null;
        if (outcome != null) {
            return outcome.resource();
        }
        final Object resource = provider.get();
        if (properties != null) {
            properties.inject(request, response, resource, true);
        }
        return resource;
    }

    @Override
    public void requestFinished(final HttpRequest request, final HttpResponse response, final Object resource) {}

    @Override
    public void unregistered() {}
}
