package org.jzenith.rest.internal.step;

import io.reactivex.disposables.Disposables;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.internal.pipeline.RestInvocation;

/**
 * Receives whole bodies for request filters that read them on worker threads. The filters wait for slow clients, so at most half of
 * the threads do; the rest is left to methods with {@code @Blocking}. Safe for use by many threads.
 */
public final class FilterBodyReads {

    private final Semaphore permits;

    public FilterBodyReads(final int threads) {
        this.permits = new Semaphore(threads / 2);
    }

    /** Returns true if the filters of another request may run on a thread, until {@link #end}. */
    boolean tryBegin() {
        return permits.tryAcquire();
    }

    /** The filters of a request that has started have run, or will not run. */
    void end() {
        permits.release();
    }

    /**
     * Waits until the body has been received; called on a worker thread.
     *
     * @throws UncheckedIOException if the request ends before
     */
    void await(final RestInvocation invocation) {
        final CompletableFuture<Void> whole = new CompletableFuture<>();
        invocation
                .data()
                .subscriptions()
                .add(Disposables.fromRunnable(() -> whole.completeExceptionally(new ClosedChannelException())));
        invocation.exchange().execute(() -> receive(invocation, whole));
        try {
            whole.get();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ended();
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof final RuntimeException refusal) {
                throw refusal;
            }
            throw ended();
        }
    }

    private static UncheckedIOException ended() {
        return new UncheckedIOException(new ClosedChannelException());
    }

    private static void receive(final RestInvocation invocation, final CompletableFuture<Void> whole) {
        final Exchange exchange = invocation.exchange();
        try {
            if (exchange.isFinished()) {
                throw new CompletionException(new ClosedChannelException());
            }
            if (exchange.body().isAskedFor()) {
                throw new IllegalStateException(
                        "The body is already read as a stream, so a filter can no longer read it.");
            }
            WholeBody.check(invocation);
            exchange.body().receive(() -> {
                invocation.data().bodyReceived();
                whole.complete(null);
            });
        } catch (final RuntimeException e) {
            whole.completeExceptionally(e);
        }
    }
}
