package org.jzenith.kafka.internal.producer;

import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.SerialDisposable;
import io.reactivex.plugins.RxJavaPlugins;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.kafka.error.KafkaUnavailableException;
import org.jzenith.kafka.internal.connection.KafkaErrors;

/** One transaction from its subscription to its result. All but {@link #dispose} runs on the event loop of the subscriber. */
final class TransactionRun<T> implements Disposable, SingleObserver<T> {

    private enum State {
        NEW,
        WORKING,
        ENDING,
        ENDED
    }

    private final TransactionThread thread;
    private final OpenTransaction transaction;
    private final Function<? super OpenTransaction, Single<T>> work;
    private final Supplier<@Nullable GroupPositions> positions;
    private final Duration limit;
    private final EventLoopContext loop;
    private final SingleObserver<? super T> observer;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private final SerialDisposable subscription = new SerialDisposable();
    private Runnable atEnd = () -> {};
    private State state = State.NEW;
    private long timer;
    private volatile boolean disposed;

    TransactionRun(
            final SendFactory factory,
            final TransactionThread thread,
            final Function<? super OpenTransaction, Single<T>> work,
            final Supplier<@Nullable GroupPositions> positions,
            final Duration limit,
            final SingleObserver<? super T> observer) {
        this.thread = thread;
        this.transaction = new OpenTransaction(factory, thread);
        this.work = work;
        this.positions = positions;
        this.limit = limit;
        this.loop = factory.loops().callers().context();
        this.observer = observer;
    }

    /**
     * Starts the transaction, when it is its turn; called on any thread.
     *
     * @param whenEnded is called once, on the event loop
     */
    void start(final Runnable whenEnded) {
        loop.run(() -> {
            atEnd = whenEnded;
            if (disposed) {
                end();
            } else {
                onThread(thread::begin, this::work, this::fail);
            }
        });
    }

    private void onThread(final Runnable task, final Runnable completed, final Consumer<KafkaException> failed) {
        thread.execute(
                () -> {
                    KafkaException error = null;
                    try {
                        task.run();
                    } catch (final Throwable e) {
                        error = KafkaErrors.typed("The transaction failed", e);
                    }
                    final KafkaException typed = error;
                    loop.runUnlessTerminated(typed == null ? completed : () -> failed.accept(typed));
                },
                refused -> loop.runUnlessTerminated(() -> failed.accept(refused)));
    }

    private void work() {
        if (disposed) {
            abort(null);
            return;
        }
        state = State.WORKING;
        timer = loop.setTimer(Math.max(1, limit.toMillis()), this::timedOut);
        ContextSnapshot.runIn(snapshot, () -> {
            final Single<T> result;
            try {
                result = Objects.requireNonNull(
                        work.apply(transaction), "The work of the transaction returned null instead of a Single.");
            } catch (final Throwable e) {
                onError(e);
                return;
            }
            result.subscribe(this);
        });
    }

    @Override
    public void onSubscribe(final Disposable begun) {
        subscription.set(begun);
    }

    @Override
    public void onSuccess(final T result) {
        loop.run(() -> {
            if (leaveWork()) {
                commit(result);
            }
        });
    }

    private void commit(final T result) {
        final GroupPositions handled;
        try {
            handled = positions.get();
        } catch (final RuntimeException e) {
            abort(e);
            return;
        }
        onThread(() -> thread.commit(handled), () -> succeed(result), this::fail);
    }

    @Override
    public void onError(final Throwable error) {
        loop.run(() -> {
            if (leaveWork()) {
                abort(error);
            }
        });
    }

    private void timedOut() {
        if (leaveWork()) {
            subscription.dispose();
            abort(new KafkaUnavailableException(
                    "The transaction was aborted, because it took longer than " + limit.toMillis()
                            + " ms (kafka.transaction.timeout).",
                    null));
        }
    }

    private boolean leaveWork() {
        final boolean working = state == State.WORKING;
        if (working) {
            state = State.ENDING;
            loop.cancelTimer(timer);
            transaction.end();
        }
        return working;
    }

    /** @param error null for a disposed transaction */
    private void abort(final @Nullable Throwable error) {
        state = State.ENDING;
        transaction.end();
        if (error instanceof KafkaUnavailableException && error.getCause() != null) {
            // A record was not confirmed in time, and the end of the transaction may wait for the brokers as long
            // again.
            deliver(() -> observer.onError(error));
        }
        final Runnable end = error == null ? this::end : () -> fail(error);
        onThread(thread::abort, end, failure -> end.run());
    }

    private void succeed(final T result) {
        end();
        deliver(() -> observer.onSuccess(result));
    }

    private void fail(final Throwable error) {
        end();
        deliver(() -> observer.onError(error));
    }

    private void end() {
        if (state != State.ENDED) {
            state = State.ENDED;
            atEnd.run();
        }
    }

    private void deliver(final Runnable delivery) {
        if (!disposed) {
            disposed = true;
            ContextSnapshot.runIn(snapshot, () -> {
                try {
                    delivery.run();
                } catch (final Throwable thrown) {
                    RxJavaPlugins.onError(thrown);
                }
            });
        }
    }

    /** Aborts the transaction, because the application stops; completes when that has started. */
    Future<Void> stop() {
        final Promise<Void> begun = Promise.promise();
        loop.runUnlessTerminated(() -> {
            if (leaveWork()) {
                subscription.dispose();
                abort(new KafkaUnavailableException(
                        "The application is stopping, so the transaction was aborted.", null));
            }
            begun.complete();
        });
        return begun.future();
    }

    @Override
    public void dispose() {
        disposed = true;
        loop.runUnlessTerminated(() -> {
            if (leaveWork()) {
                subscription.dispose();
                abort(null);
            }
        });
    }

    @Override
    public boolean isDisposed() {
        return disposed;
    }
}
