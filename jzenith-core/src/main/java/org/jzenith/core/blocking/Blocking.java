package org.jzenith.core.blocking;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.SerialDisposable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;

/**
 * Runs work that blocks, such as a call of JDBC or of a file system, on threads that may block:
 *
 * <pre>{@code
 * blocking.single(() -> scanner.scan(file)).map(..)
 * }</pre>
 *
 * <p>At most {@code jzenith.blocking-threads} pieces of work run at once, on virtual threads where the JVM has them, and at
 * most {@code jzenith.blocking-queue} wait; more are refused with a {@link TemporarilyUnavailable} error. Work starts at
 * subscription, with the request context of the subscriber. The result arrives on the event loop that subscribed, or on
 * the thread of the work if none did.
 *
 * <p>After dispose, work that waits does not start, and work that runs is interrupted. Work of a request that has ended
 * does not start either: it fails with a {@code CancellationException}. Run work that must run after the response outside the
 * request context.
 *
 * <p>Injectable, safe for use by many threads.
 */
public final class Blocking implements AutoCloseable {

    private final BlockingThreads threads;

    /**
     * Creates the threads. Called by the framework.
     *
     * @param maxThreads the number of tasks that run at once, at least one
     * @param maxWaiting the number of tasks that may wait for a thread
     */
    public Blocking(final int maxThreads, final int maxWaiting) {
        this.threads = new BlockingThreads(maxThreads, maxWaiting);
    }

    /**
     * Runs work that has a value.
     *
     * @param work called for each subscription
     * @param <T> the value's type
     * @return its value; an error if it throws or returns null
     */
    @CheckReturnValue
    public <T> Single<T> single(final Callable<T> work) {
        return Single.defer(() -> {
            final SerialDisposable task = new SerialDisposable();
            return RxFuture.single(
                            () -> start(() -> Objects.requireNonNull(work.call(), "The work returned null."), task))
                    .doOnDispose(task::dispose);
        });
    }

    /**
     * Runs work whose value may be null.
     *
     * @param work called for each subscription
     * @param <T> the value's type
     * @return its value, empty if it is null; an error if it throws
     */
    @CheckReturnValue
    public <T> Maybe<T> maybe(final Callable<? extends @Nullable T> work) {
        return Maybe.defer(() -> {
            final SerialDisposable task = new SerialDisposable();
            return RxFuture.<T>maybe(() -> start(work, task)).doOnDispose(task::dispose);
        });
    }

    /**
     * Runs work without a value.
     *
     * @param work called for each subscription
     * @return completes when the work has ended; an error if it throws
     */
    @CheckReturnValue
    public Completable completable(final Work work) {
        return maybe(() -> {
                    work.run();
                    return null;
                })
                .ignoreElement();
    }

    /** Work that may throw anything. */
    @FunctionalInterface
    public interface Work {

        /**
         * Does the work.
         *
         * @throws Exception if it fails
         */
        void run() throws Exception;
    }

    /**
     * Runs a task as it is, for those that need no Rx type: without result, and on the thread of the task to its end.
     *
     * @param task runs in the request context that is current now
     * @param refused is called, instead of the task and at most once, if it will not run: because the queue is full, on this
     *     thread; or because the request has ended or the application stops, on another
     * @return disposing it keeps the task from beginning, or interrupts it; {@code refused} is not called then
     */
    public Disposable execute(final Runnable task, final Consumer<? super RuntimeException> refused) {
        return threads.execute(RequestContext.wrap(task), RequestContext.current(), refused);
    }

    /**
     * Returns the number of calls that run now.
     *
     * @return the number of tasks, at most {@code jzenith.blocking-threads}
     */
    public int running() {
        return threads.running();
    }

    /**
     * Returns the number of calls that wait for a thread now.
     *
     * @return the number of tasks, at most {@code jzenith.blocking-queue}
     */
    public int waiting() {
        return threads.waiting();
    }

    private <T> Future<@Nullable T> start(final Callable<? extends @Nullable T> work, final SerialDisposable task) {
        final Promise<@Nullable T> promise = Promise.promise();
        final Executor caller = EventLoopContext.caller();
        task.set(execute(
                () -> {
                    Runnable result;
                    try {
                        final @Nullable T value = work.call();
                        result = () -> promise.complete(value);
                    } catch (final Throwable e) {
                        result = () -> promise.fail(e);
                    }
                    caller.execute(result);
                },
                error -> caller.execute(() -> promise.fail(error))));
        return promise.future();
    }

    /**
     * Refuses further work, drops what waits and interrupts what runs. The framework calls it when the application stops.
     */
    @Override
    public void close() {
        threads.close();
    }
}
