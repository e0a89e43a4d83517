package org.jzenith.http.handler;

import io.reactivex.disposables.Disposables;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.internal.admission.Admission;
import org.jzenith.http.internal.admission.RequestThreads;
import org.jzenith.http.internal.request.RequestExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work of a request on worker threads. The result arrives on the event loop of the request, unless the request has
 * finished. Used on that event loop, except where a method says otherwise.
 */
public final class WorkerTasks {

    private static final Logger LOGGER = LoggerFactory.getLogger(WorkerTasks.class);

    private final RequestExecutor exchange;
    private final RequestThreads threads;
    private final Admission admission;

    WorkerTasks(final RequestExecutor exchange, final RequestThreads threads, final Admission admission) {
        this.exchange = exchange;
        this.threads = threads;
        this.admission = admission;
    }

    /**
     * Runs work with the context of the request, if it needs too much CPU time for an event loop.
     *
     * @param work the work; its result is returned
     * @return completes on the event loop; never completes if the request finishes first
     */
    public CompletionStage<@Nullable Object> run(final Callable<@Nullable Object> work) {
        return run(work, () -> {});
    }

    /**
     * Runs work like {@link #run(Callable)}.
     *
     * @param work the work; its result is returned
     * @param release runs once, on any thread, when the work has ended or will not run
     * @return completes on the event loop; never completes if the request finishes first
     */
    public CompletionStage<@Nullable Object> run(final Callable<@Nullable Object> work, final Runnable release) {
        final Runnable released = Disposables.fromRunnable(release)::dispose;
        final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
        try {
            threads.documents()
                    .executeBlocking(() -> inContext(snapshot, work, released), false)
                    .onComplete(value -> executeUnlessFinished(() -> result.complete(value)), error -> {
                        released.run(); // if the task has not run
                        executeUnlessFinished(() -> result.completeExceptionally(error));
                    });
        } catch (final Throwable e) {
            released.run();
            throw e;
        }
        return result;
    }

    /**
     * Runs work that opens or reads a file on a thread that may block.
     *
     * @param work the work, which runs without the context of the request
     * @param <T> the type of the result
     * @return completes on the event loop, in the context of the request. If the request finishes first, it never
     *     completes, and a closeable result is closed
     */
    public <T> CompletionStage<T> runForFile(final Callable<T> work) {
        final CompletableFuture<T> result = new CompletableFuture<>();
        threads.files()
                .executeBlocking(work, false)
                .onComplete(
                        value -> exchange.execute(() -> {
                            if (!exchange.isFinished()) {
                                result.complete(value);
                            } else if (value instanceof final Closeable unused) {
                                close(unused);
                            }
                        }),
                        error -> executeUnlessFinished(() -> result.completeExceptionally(error)));
        return result;
    }

    /**
     * Counts work on another thread that may outlast the request, so that shutdown waits for it.
     *
     * @return false, without counting, if too much such work is running
     */
    public boolean begin() {
        return admission.workQueued();
    }

    /** Ends counted work, even if it has not started. May be called on any thread. */
    public void end() {
        admission.workEnded();
    }

    private static void close(final Closeable unused) {
        try {
            unused.close();
        } catch (final IOException e) {
            LOGGER.debug("Cannot close a file of an aborted request.", LogText.escape(e));
        }
    }

    private void executeUnlessFinished(final Runnable work) {
        exchange.execute(() -> {
            if (!exchange.isFinished()) {
                work.run();
            }
        });
    }

    private static @Nullable Object inContext(
            final @Nullable ContextSnapshot snapshot, final Callable<@Nullable Object> work, final Runnable released)
            throws Exception {
        try {
            final FutureTask<@Nullable Object> task = new FutureTask<>(work);
            ContextSnapshot.runIn(snapshot, task);
            return result(task);
        } finally {
            released.run();
        }
    }

    private static @Nullable Object result(final FutureTask<@Nullable Object> ended) throws Exception {
        try {
            return ended.get();
        } catch (final ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
