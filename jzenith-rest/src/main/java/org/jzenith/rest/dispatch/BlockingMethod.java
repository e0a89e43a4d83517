package org.jzenith.rest.dispatch;

import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.ServiceUnavailableException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
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
import org.jzenith.rest.error.Errors;

/**
 * A resource method that may block: it runs on a worker or virtual thread, and its result continues on the event loop.
 * If the request has ended before a thread is free, the method does not run. The stop waits for a running method, even
 * if its client has disconnected, and the method keeps its body until it ends. So there is a limit for such work of its
 * own.
 */
final class BlockingMethod extends MethodInjectorImpl {

    private static final long RETRY_SECONDS = Long.parseLong(Errors.RETRY_AFTER);

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
        final RequestHandler handler = exchange.handler();
        final Runnable release = exchange.retain();
        if (!handler.workQueued()) {
            release.run();
            exchange.executeLater(() -> answer.resume(new ServiceUnavailableException(RETRY_SECONDS)));
            return result;
        }
        final AtomicBoolean ended = new AtomicBoolean();
        final Runnable end = () -> {
            if (ended.compareAndSet(false, true)) {
                try {
                    release.run();
                } finally {
                    handler.workEnded();
                }
            }
        };
        final Runnable call = RequestContext.wrap(() -> {
            if (!exchange.subscriptions().isEnded()) {
                final Runnable next =
                        outcome(exchange, () -> super.invoke(request, response, resource), answer, result);
                end.run();
                exchange.execute(next);
            }
        });
        final Runnable work = () -> {
            try {
                call.run();
            } finally {
                end.run();
            }
        };
        Workers.run(exchange.vertx(), work, error -> {
            end.run(); // it was not started
            exchange.executeLater(() -> answer.resume(error));
        });
        return result;
    }

    /** Invokes the method, and returns the rest of the work for the event loop. */
    private Runnable outcome(
            final Exchange exchange,
            final Callable<@Nullable Object> work,
            final ResteasyAsynchronousResponse answer,
            final CompletableFuture<@Nullable Object> result) {
        try {
            final Object value = CompletionStageHolder.resolve(work.call());
            return () -> {
                if (exchange.isFinished()) {
                    return;
                }
                if (value == null && comesLater) {
                    answer.resume(new IllegalStateException(method.getMethod() + " returned null."));
                } else {
                    result.complete(value);
                }
            };
        } catch (final Throwable e) {
            return () -> answer.resume(e);
        }
    }
}
