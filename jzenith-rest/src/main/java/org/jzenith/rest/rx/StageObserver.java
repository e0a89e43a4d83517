package org.jzenith.rest.rx;

import java.util.concurrent.CompletableFuture;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.represent.ResultResponse;

/** Completes a stage for RESTEasy with the result of a resource method. */
final class StageObserver extends CompletableFuture<@Nullable Object> implements Subscriptions.ResultCallback {

    /** The current request. */
    private final HttpRequest request = ResteasyContext.getRequiredContextData(HttpRequest.class);

    @Override
    public void onResult(final @Nullable Object value) {
        try {
            complete(ResultResponse.of(request, value));
        } catch (final RuntimeException e) {
            completeExceptionally(e);
        }
    }

    @Override
    public void onFailure(final Throwable error) {
        completeExceptionally(error);
    }
}
