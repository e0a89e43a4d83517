package org.jzenith.rest.rx;

import java.util.concurrent.CompletableFuture;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.represent.ResultResponse;

/** Hands the one result of a resource method to RESTEasy. */
final class Arrival extends CompletableFuture<@Nullable Object> implements Subscriptions.Receiver {

    /** The current one. */
    private final HttpRequest request = ResteasyContext.getRequiredContextData(HttpRequest.class);

    @Override
    public void received(final @Nullable Object value) {
        try {
            complete(ResultResponse.of(request, value));
        } catch (final RuntimeException e) {
            completeExceptionally(e);
        }
    }

    @Override
    public void failed(final Throwable error) {
        completeExceptionally(error);
    }
}
