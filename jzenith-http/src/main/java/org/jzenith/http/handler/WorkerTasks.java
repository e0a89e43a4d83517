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
 * Work of a request on threads that may wait. Its result comes back to the event loop of the request, unless the request has
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
     * Runs work that takes the processor for too long for an event loop, with the context of the request.
     *
     * @param work whatever it returns
     * @return completes on the event loop; never if the request finishes before
     */
    public CompletionStage<@Nullable Object> run(final Callable<@Nullable Object> work) {
        return run(work, () -> {});
    }

    /**
     * Runs work like {@link #run(Callable)}.
     *
     * @param work whatever it returns
     * @param release runs once, when the task has ended or will not run; on any thread
     * @return completes on the event loop; never if the request finishes before
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
     * Does what blocks because it opens or reads a file, on a thread for that.
     *
     * @param work without the context of the request
     * @param <T> the type of its result
     * @return completes on the event loop, in the context of the request; never if the request finishes before, but then a
     *     result that can be closed is closed
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
     * Counts work on another thread that may outlast the request, so that the stop waits for it.
     *
     * @return false if there is too much such work already; then nothing is counted
     */
    public boolean begin() {
        return admission.workQueued();
    }

    /** Ends one piece of work, which may not have started. On any thread. */
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
