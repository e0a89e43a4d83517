package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.container.CompletionCallback;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.resteasy.core.AbstractAsynchronousResponse;
import org.jboss.resteasy.core.AbstractExecutionContext;
import org.jboss.resteasy.spi.ResteasyAsynchronousResponse;
import org.jboss.resteasy.spi.RunnableWithException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.internal.error.Errors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The asynchronous context of one request. A suspended request may be resumed on any thread; its response is written on
 * the event loop.
 */
public final class RequestAsyncContext extends AbstractExecutionContext {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestAsyncContext.class);

    private static final long NO_TIMER = -1;
    private static final long RETRY_SECONDS = Long.parseLong(Errors.RETRY_AFTER);

    private final RoutedRequest routed;
    private final Exchange exchange;
    private volatile @Nullable SuspendedResponse suspendedResponse;

    RequestAsyncContext(final RoutedRequest routed, final RestRequest request) {
        super(routed.container().dispatcher(), request, routed.data().response());
        this.routed = routed;
        this.exchange = routed.exchange();
    }

    @Override
    public boolean isSuspended() {
        return suspendedResponse != null;
    }

    @Override
    public @Nullable ResteasyAsynchronousResponse getAsyncResponse() {
        return suspendedResponse;
    }

    @Override
    public ResteasyAsynchronousResponse suspend() {
        return suspend(0, TimeUnit.MILLISECONDS);
    }

    @Override
    public ResteasyAsynchronousResponse suspend(final long millis) {
        return suspend(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public ResteasyAsynchronousResponse suspend(final long time, final TimeUnit unit) {
        if (suspendedResponse != null) {
            throw new IllegalStateException("The request is suspended already.");
        }
        final SuspendedResponse created = new SuspendedResponse();
        suspendedResponse = created;
        if (time > 0) {
            created.setTimeout(time, unit);
        }
        return created;
    }

    @Override
    public void complete() {
        if (isSuspended()) {
            suspendedResponse().complete();
        }
    }

    /**
     * The client of a suspended request has disconnected; a later resume has no effect. Called on the event loop, in the
     * context of the request.
     */
    public void disconnected() {
        suspendedResponse().disconnected();
    }

    /**
     * A suspended request has its response, or has failed. Called on the event loop, in the context of the request.
     */
    public void finished(final @Nullable Throwable reason) {
        suspendedResponse().finished(reason);
    }

    private SuspendedResponse suspendedResponse() {
        return Objects.requireNonNull(suspendedResponse, "not suspended");
    }

    @Override
    public CompletionStage<Void> executeBlockingIo(final RunnableWithException work, final boolean hasInterceptors) {
        return RestResponse.completed(work);
    }

    @Override
    public CompletionStage<Void> executeAsyncIo(final CompletionStage<Void> work) {
        if (!work.toCompletableFuture().isDone() && !isSuspended()) {
            suspend();
        }
        return work;
    }

    private final class SuspendedResponse extends AbstractAsynchronousResponse {

        private final AtomicBoolean done = new AtomicBoolean();
        private volatile boolean cancelled;

        // Guarded by the monitor of callbacks.
        private final List<Object> callbacks = new ArrayList<>(0);
        private boolean called;
        private long timer = NO_TIMER;

        SuspendedResponse() {
            super(routed.container().dispatcher(), RequestAsyncContext.this.request, RequestAsyncContext.this.response);
        }

        @Override
        public void initialRequestThreadFinished() {}

        @Override
        public void complete() {
            if (finish()) {
                exchange.execute(this::end);
            }
        }

        /**
         * RESTEasy completes a response without content before it copies the headers, so such a response is sent after
         * RESTEasy has returned.
         */
        private void end() {
            if (routed.data().response().isEmpty()) {
                exchange.executeLater(routed.data().response()::send);
            } else {
                routed.data().response().send();
            }
        }

        @Override
        public boolean resume(final @Nullable Object entity) {
            if (!finish()) {
                return false;
            }
            deliver(() -> routed.onResult(entity));
            return true;
        }

        @Override
        public boolean resume(final Throwable error) {
            if (!finish()) {
                return false;
            }
            deliver(() -> routed.onFailure(error));
            return true;
        }

        @Override
        public boolean cancel() {
            return cancelFor(Errors.RETRY_AFTER);
        }

        @Override
        public boolean cancel(final int retryAfter) {
            return cancelFor(retryAfter);
        }

        @Override
        public boolean cancel(final Date retryAfter) {
            return cancelFor(retryAfter);
        }

        private boolean cancelFor(final Object retryAfter) {
            if (finish()) {
                cancelled = true;
                deliver(() -> routed.onResult(Response.status(Response.Status.SERVICE_UNAVAILABLE)
                        .header(HttpHeaders.RETRY_AFTER, retryAfter)
                        .type(Errors.MEDIA_TYPE)
                        .entity(Errors.body(
                                503,
                                "The request was cancelled.",
                                exchange.request().displayPath()))
                        .build()));
            }
            return cancelled;
        }

        @Override
        public boolean isSuspended() {
            return !done.get();
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }

        @Override
        public boolean isDone() {
            return done.get();
        }

        @Override
        public boolean setTimeout(final long time, final TimeUnit unit) {
            synchronized (callbacks) {
                if (done.get()) {
                    return false;
                }
                stopTimer();
                if (time > 0) {
                    timer = exchange.vertx()
                            .setTimer(
                                    Math.max(1, unit.toMillis(time)), fired -> exchange.execute(() -> timedOut(fired)));
                }
                return true;
            }
        }

        private void stopTimer() {
            if (timer != NO_TIMER) {
                exchange.vertx().cancelTimer(timer);
                timer = NO_TIMER;
            }
        }

        /** Does nothing if another time-out was set meanwhile, or the request was resumed. */
        private void timedOut(final long fired) {
            if (isCurrent(fired) && timeoutHandler != null) {
                timeoutHandler.handleTimeout(this);
            }
            if (isCurrent(fired)) {
                resume(new ServiceUnavailableException(RETRY_SECONDS));
            }
        }

        private boolean isCurrent(final long fired) {
            synchronized (callbacks) {
                return timer == fired;
            }
        }

        @Override
        public Collection<Class<?>> register(final Object callback) {
            final List<Class<?>> contracts = new ArrayList<>();
            if (callback instanceof CompletionCallback) {
                contracts.add(CompletionCallback.class);
            }
            if (callback instanceof ConnectionCallback) {
                contracts.add(ConnectionCallback.class);
            }
            if (!contracts.isEmpty()) {
                synchronized (callbacks) {
                    callbacks.add(callback);
                }
            }
            return contracts;
        }

        /** Called when the response has been written to the connection, or when the client has disconnected. */
        @Override
        public void completionCallbacks(final @Nullable Throwable error) {
            for (final Object callback : callbacksOnce()) {
                if (callback instanceof CompletionCallback completion) {
                    call(() -> completion.onComplete(error));
                }
            }
        }

        private List<Object> callbacksOnce() {
            synchronized (callbacks) {
                if (called) {
                    return List.of();
                }
                called = true;
                return List.copyOf(callbacks);
            }
        }

        void disconnected() {
            finish();
            final List<Object> all;
            synchronized (callbacks) {
                all = called ? List.of() : List.copyOf(callbacks);
            }
            for (final Object callback : all) {
                if (callback instanceof ConnectionCallback connection) {
                    call(() -> connection.onDisconnect(this));
                }
            }
            completionCallbacks(new ClosedChannelException());
        }

        void finished(final @Nullable Throwable reason) {
            finish();
            completionCallbacks(reason);
        }

        private void call(final Runnable callback) {
            try {
                callback.run();
            } catch (final RuntimeException e) {
                LOGGER.warn("A callback of an AsyncResponse failed.", LogText.escape(e));
            }
        }

        /** Returns true for the first caller, who may respond; cancels the timer. */
        private boolean finish() {
            if (!done.compareAndSet(false, true)) {
                return false;
            }
            synchronized (callbacks) {
                stopTimer();
            }
            return true;
        }

        private void deliver(final Runnable response) {
            exchange.execute(() -> {
                if (exchange.isFinished()) {
                    completionCallbacks(new ClosedChannelException());
                } else {
                    response.run();
                }
            });
        }
    }
}
