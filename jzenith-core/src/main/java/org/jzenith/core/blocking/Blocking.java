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
 * <p>At most {@code jzenith.blocking-threads} pieces of work run at once, on virtual threads where the JVM has them, and at most {@code
 * jzenith.blocking-queue} wait. Further work fails with a {@link TemporarilyUnavailable} error. Work starts at subscription, with the
 * request context of the subscriber. The result arrives on the event loop that subscribed. If the subscriber was not on an event loop, it
 * arrives on the thread of the work.
 *
 * <p>After dispose, waiting work does not start, and running work is interrupted. When a request has ended, its waiting work fails with a
 * {@code CancellationException}. If work must run after the response, run it outside the request context.
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
     * Runs work that returns a value.
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

    /** Blocking work, which can throw any exception. */
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
     * Runs a task that has no result, without an Rx type.
     *
     * @param task runs in the request context that is current now
     * @param refused called once instead of the task, if the task will not run. If the queue is full, it is called on this thread; if the
     *     request has ended or the application stops, on another thread
     * @return dispose keeps a waiting task from starting, and interrupts a running one; {@code refused} is not called then
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
     * Refuses further work, drops waiting work and interrupts running work. The framework calls it when the application stops.
     */
    @Override
    public void close() {
        threads.close();
    }
}
