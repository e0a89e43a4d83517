package org.jzenith.rest.dispatch;

import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.Date;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.resteasy.core.AbstractAsynchronousResponse;
import org.jboss.resteasy.core.AbstractExecutionContext;
import org.jboss.resteasy.spi.ResteasyAsynchronousResponse;
import org.jboss.resteasy.spi.RunnableWithException;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors;

/** The part of a request that is answered later. Whoever answers, and wherever: it happens on the event loop. */
final class Suspension extends AbstractExecutionContext {

    private static final long NO_TIMER = -1;
    private static final long RETRY_SECONDS = Long.parseLong(Errors.RETRY_AFTER);

    private final Exchange exchange;
    private volatile @Nullable Later later;

    Suspension(final Exchange exchange, final RestRequest request) {
        super(exchange.resteasy(), request, exchange.response());
        this.exchange = exchange;
    }

    @Override
    public boolean isSuspended() {
        return later != null;
    }

    @Override
    public @Nullable ResteasyAsynchronousResponse getAsyncResponse() {
        return later;
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
        if (later != null) {
            throw new IllegalStateException("The request is suspended already.");
        }
        final Later made = new Later();
        later = made;
        if (time > 0) {
            made.setTimeout(time, unit);
        }
        return made;
    }

    @Override
    public void complete() {
        final Later suspended = later;
        if (suspended != null) {
            suspended.complete();
        }
    }

    /** Writers fill a buffer, so there is nothing that blocks. */
    @Override
    public CompletionStage<Void> executeBlockingIo(final RunnableWithException work, final boolean hasInterceptors) {
        try {
            work.run();
            return CompletableFuture.completedFuture(null);
        } catch (final Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public CompletionStage<Void> executeAsyncIo(final CompletionStage<Void> work) {
        if (!work.toCompletableFuture().isDone() && !isSuspended()) {
            suspend();
        }
        return work;
    }

    private final class Later extends AbstractAsynchronousResponse {

        private final AtomicBoolean done = new AtomicBoolean();
        private volatile boolean cancelled;
        private long timer = NO_TIMER;

        Later() {
            super(exchange.resteasy(), Suspension.this.request, Suspension.this.response);
        }

        @Override
        public void initialRequestThreadFinished() {}

        @Override
        public void complete() {
            if (done.compareAndSet(false, true)) {
                exchange.execute(exchange::end);
            }
        }

        @Override
        public boolean resume(final @Nullable Object entity) {
            if (!done.compareAndSet(false, true)) {
                return false;
            }
            exchange.execute(() -> internalResume(entity, error -> exchange.end()));
            return true;
        }

        @Override
        public boolean resume(final Throwable error) {
            if (!done.compareAndSet(false, true)) {
                return false;
            }
            exchange.execute(() -> internalResume(error, unhandled -> exchange.end()));
            return true;
        }

        @Override
        public boolean cancel() {
            return cancel(Response.status(Response.Status.SERVICE_UNAVAILABLE).build());
        }

        @Override
        public boolean cancel(final int retryAfter) {
            return cancel(Response.status(Response.Status.SERVICE_UNAVAILABLE)
                    .header(HttpHeaders.RETRY_AFTER, retryAfter)
                    .build());
        }

        @Override
        public boolean cancel(final Date retryAfter) {
            return cancel(Response.status(Response.Status.SERVICE_UNAVAILABLE)
                    .header(HttpHeaders.RETRY_AFTER, retryAfter)
                    .build());
        }

        private boolean cancel(final Response answer) {
            if (done.compareAndSet(false, true)) {
                cancelled = true;
                exchange.execute(() -> internalResume(answer, error -> exchange.end()));
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
        public synchronized boolean setTimeout(final long time, final TimeUnit unit) {
            if (done.get()) {
                return false;
            }
            if (timer != NO_TIMER) {
                exchange.vertx().cancelTimer(timer);
                timer = NO_TIMER;
            }
            if (time > 0) {
                timer = exchange.vertx()
                        .setTimer(Math.max(1, unit.toMillis(time)), fired -> exchange.execute(this::timedOut));
            }
            return true;
        }

        private void timedOut() {
            if (done.get()) {
                return;
            }
            if (timeoutHandler == null) {
                resume(new ServiceUnavailableException(RETRY_SECONDS));
            } else {
                timeoutHandler.handleTimeout(this);
            }
        }
    }
}
