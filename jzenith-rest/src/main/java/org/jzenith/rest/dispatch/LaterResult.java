package org.jzenith.rest.dispatch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.CompletionStageHolder;
import org.jboss.resteasy.spi.ResteasyAsynchronousContext;
import org.jboss.resteasy.spi.ResteasyAsynchronousResponse;
import org.jspecify.annotations.Nullable;

/**
 * The result of a resource method whose arguments were not there when it was called. RESTEasy waits for it, and forgets
 * it if it is a failure, which is therefore given to the suspended request.
 */
final class LaterResult {

    private LaterResult() {}

    @SuppressWarnings("FutureReturnValueIgnored") // the handler has seen it all
    static CompletionStage<@Nullable Object> of(
            final RestRequest request, final CompletionStage<?> invoked, final boolean isAsynchronous) {
        final ResteasyAsynchronousContext async = request.getAsyncContext();
        final ResteasyAsynchronousResponse answer = async.isSuspended() ? async.getAsyncResponse() : async.suspend();
        final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        invoked.whenComplete((returned, error) -> {
            if (error != null) {
                answer.resume(
                        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error);
                return;
            }
            final Object value = CompletionStageHolder.resolve(returned);
            if (value == null && isAsynchronous) {
                answer.resume(new IllegalStateException("The resource method returned null."));
            } else {
                result.complete(value);
            }
        });
        return result;
    }
}
