package org.jzenith.rest.dispatch;

import java.util.Objects;
import java.util.function.Supplier;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jboss.resteasy.spi.ResourceFactory;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.express.ExpressLane.Outcome;

/** A resource class whose instances Guice creates; RESTEasy injects the annotated fields. */
final class GuiceResource implements ResourceFactory {

    private final Class<?> type;
    private final Supplier<?> supplier;
    private @Nullable PropertyInjector properties;

    GuiceResource(final Class<?> type, final Supplier<?> supplier) {
        this.type = type;
        this.supplier = supplier;
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
            return made(outcome);
        }
        final Object resource = supplier.get();
        if (properties != null) {
            properties.inject(request, response, resource, true);
        }
        return resource;
    }

    private static Object made(final Outcome outcome) {
        final Object resource = outcome.resource();
        if (resource != null) {
            return resource;
        }
        throw Objects.requireNonNull(outcome.thrown());
    }

    @Override
    public void requestFinished(final HttpRequest request, final HttpResponse response, final Object resource) {}

    @Override
    public void unregistered() {}
}
