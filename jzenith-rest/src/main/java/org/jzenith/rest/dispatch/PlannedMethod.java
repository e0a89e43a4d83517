package org.jzenith.rest.dispatch;

import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.MethodInjectorImpl;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.express.ExpressLane.Outcome;

/** A resource method that the express lane may have invoked already: then its result is used. */
final class PlannedMethod extends MethodInjectorImpl {

    private final boolean comesLater;

    PlannedMethod(final ResourceLocator method, final ResteasyProviderFactory factory) {
        super(method, factory);
        this.comesLater = factory.getAsyncResponseProvider(method.getReturnType()) != null;
    }

    @Override
    public @Nullable Object invoke(final HttpRequest request, final HttpResponse response, final Object resource) {
        final Outcome outcome = request instanceof RestRequest own ? own.outcome() : null;
        if (outcome == null || outcome.resource() != resource) {
            return result(request, super.invoke(request, response, resource));
        }
        if (outcome.thrown() != null) {
            throw outcome.thrown();
        }
        return outcome.returned();
    }

    /** A stage here means that the arguments are not read yet; a stage that the method returned is in a holder. */
    private @Nullable Object result(final HttpRequest request, final @Nullable Object invoked) {
        return invoked instanceof CompletionStage<?> later && request instanceof RestRequest own
                ? DeferredInvocation.of(own, later, comesLater)
                : invoked;
    }
}
