package org.jzenith.rest.dispatch;

import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import java.util.concurrent.CompletableFuture;
import org.jboss.resteasy.core.CompletionStageHolder;
import org.jboss.resteasy.core.MethodInjectorImpl;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyAsynchronousContext;
import org.jboss.resteasy.spi.ResteasyAsynchronousResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/**
 * A resource method that may block: it runs on a thread for such work, its result continues on the event loop. If the
 * request is over before a thread is free, it does not run. A method that runs is waited for by the stop, also when its
 * client has left.
 */
final class BlockingMethod extends MethodInjectorImpl {

    private final boolean comesLater;

    BlockingMethod(final ResourceLocator method, final ResteasyProviderFactory factory) {
        super(method, factory);
        this.comesLater = factory.getAsyncResponseProvider(method.getReturnType()) != null;
    }

    static boolean isBlocking(final ResourceLocator method) {
        if (method.getAnnotatedMethod().isAnnotationPresent(Blocking.class)) {
            return true;
        }
        return method.getResourceClass().getClazz().isAnnotationPresent(Blocking.class)
                && !method.getAnnotatedMethod().isAnnotationPresent(NonBlocking.class);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // RESTEasy knows that it may be a stage
    public Object invoke(final HttpRequest request, final HttpResponse response, final Object resource) {
        final Exchange exchange = ((RestRequest) request).exchange();
        final ResteasyAsynchronousContext async = request.getAsyncContext();
        final ResteasyAsynchronousResponse answer = async.isSuspended() ? async.getAsyncResponse() : async.suspend();
        final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        exchange.hall().workQueued();
        final Runnable letGoOfBody = exchange.holdBody();
        Workers.run(exchange.vertx(), RequestContext.wrap(() -> {
            if (exchange.subscriptions().isEnded()) {
                exchange.hall().workEnded();
                letGoOfBody.run();
                return;
            }
            try {
                final Object value = CompletionStageHolder.resolve(super.invoke(request, response, resource));
                exchange.execute(() -> {
                    if (exchange.isOver()) {
                        return;
                    }
                    if (value == null && comesLater) {
                        answer.resume(new IllegalStateException(method.getMethod() + " returned null."));
                    } else {
                        result.complete(value);
                    }
                });
            } catch (final Throwable e) {
                exchange.execute(() -> answer.resume(e));
            } finally {
                exchange.hall().workEnded();
                letGoOfBody.run();
            }
        }));
        return result;
    }
}
