package org.jzenith.rest.rx;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Hands the one result of a resource method to RESTEasy. */
final class Arrival extends CompletableFuture<@Nullable Object> implements Subscriptions.Receiver {

    @Override
    public void received(final @Nullable Object value) {
        complete(value);
    }

    @Override
    public void failed(final Throwable error) {
        completeExceptionally(error);
    }
}
