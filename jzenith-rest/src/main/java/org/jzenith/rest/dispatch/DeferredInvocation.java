package org.jzenith.rest.dispatch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.CompletionStageHolder;
import org.jboss.resteasy.spi.ResteasyAsynchronousContext;
import org.jboss.resteasy.spi.ResteasyAsynchronousResponse;
import org.jspecify.annotations.Nullable;

/**
 * The result of a resource method that is invoked when its arguments are read. RESTEasy waits for the result but drops
 * a failure, so a failure resumes the suspended request here.
 */
final class DeferredInvocation {

    private DeferredInvocation() {}

    @SuppressWarnings("FutureReturnValueIgnored") // the callback handles value and error
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
