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
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.spi.ResteasyAsynchronousResponse;
import org.jboss.resteasy.spi.RunnableWithException;
import org.jspecify.annotations.Nullable;

/** The part of a request that is answered later. */
final class Suspension extends AbstractExecutionContext {

    private final RestResponse outgoing;
    private volatile @Nullable Later later;

    Suspension(final SynchronousDispatcher dispatcher, final RestRequest request, final RestResponse response) {
        super(dispatcher, request, response);
        this.outgoing = response;
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
        if (later != null) {
            throw new IllegalStateException("The request is suspended already.");
        }
        final Later made = new Later();
        later = made;
        return made;
    }

    @Override
    public ResteasyAsynchronousResponse suspend(final long millis) {
        return suspend();
    }

    @Override
    public ResteasyAsynchronousResponse suspend(final long time, final TimeUnit unit) {
        return suspend();
    }

    @Override
    public void complete() {
        final Later suspended = later;
        if (suspended != null) {
            suspended.complete();
        }
    }

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

        Later() {
            super(Suspension.this.dispatcher, Suspension.this.request, Suspension.this.response);
        }

        @Override
        public void initialRequestThreadFinished() {}

        @Override
        public void complete() {
            if (done.compareAndSet(false, true)) {
                outgoing.end();
            }
        }

        @Override
        public boolean resume(final Object entity) {
            return done.compareAndSet(false, true) && internalResume(entity, error -> outgoing.end());
        }

        @Override
        public boolean resume(final Throwable error) {
            return done.compareAndSet(false, true) && internalResume(error, unhandled -> outgoing.end());
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
                internalResume(answer, error -> outgoing.end());
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
            if (timeoutHandler != null) {
                timeoutHandler.handleTimeout(this);
            } else {
                resume(new ServiceUnavailableException());
            }
            return true;
        }
    }
}
