package org.jzenith.kafka.internal.producer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.rx.RxFuture;

/**
 * A transactional producer of the library with an id, and the thread on which it starts, commits and aborts. Runs one transaction after the
 * other. Its first one fences the producers that had the id before, in any process, and aborts what they left. Safe for use by many threads.
 */
@CheckReturnValue
public final class TransactionRunner {

    private static final long CLOSE_MILLIS = 500;

    private final SendFactory factory;
    private final TransactionThread thread;
    private final Duration limit;
    private final Queue<TransactionRun<?>> waiting = new ArrayDeque<>();
    private @Nullable TransactionRun<?> current;

    /** @param limit the time limit of the work of a transaction */
    TransactionRunner(final SendFactory factory, final TransactionThread thread, final Duration limit) {
        this.factory = factory;
        this.thread = thread;
        this.limit = limit;
    }

    /**
     * Runs a transaction at each subscription.
     *
     * @param work sends records; called on the event loop that subscribes, and disposed if the result is, or after {@code
     *     kafka.transaction.timeout}
     * @param positions called on the event loop when the work has completed: the positions of a group that are committed with the records;
     *     null for none
     * @return the result of the work after the commit, on the event loop that subscribes; fails after the abort, or before it if the brokers
     *     have not confirmed a record in time. A producer that is fenced, or that the library cannot use any more, is replaced at the next
     *     transaction, which starts after the abort
     */
    public <T> Single<T> run(
            final Function<? super OpenTransaction, Single<T>> work,
            final Supplier<@Nullable GroupPositions> positions) {
        return new Single<>() {
            @Override
            protected void subscribeActual(final SingleObserver<? super T> observer) {
                final TransactionRun<T> run = new TransactionRun<>(factory, thread, work, positions, limit, observer);
                observer.onSubscribe(run);
                submit(run);
            }
        };
    }

    /** Returns true if the brokers may have committed the last transaction, or may not; {@link #settle} makes that certain. */
    public boolean isUnsettled() {
        return thread.isUnsettled();
    }

    /** Completes when the transactions before are committed or aborted for certain, so that the positions of the group are final. */
    public Completable settle() {
        return run(transaction -> Single.just(true), () -> null).ignoreElement();
    }

    private void submit(final TransactionRun<?> run) {
        synchronized (this) {
            if (current != null) {
                waiting.add(run);
                return;
            }
            current = run;
        }
        run.start(this::next);
    }

    private void next() {
        final TransactionRun<?> run;
        synchronized (this) {
            run = waiting.poll();
            current = run;
        }
        if (run != null) {
            run.start(this::next);
        }
    }

    private synchronized @Nullable TransactionRun<?> current() {
        return current;
    }

    private Future<Void> stop() {
        final TransactionRun<?> run = current();
        return run == null ? thread.close() : run.stop().compose(begun -> thread.close());
    }

    /**
     * Ends the producer and its thread. A transaction in progress is aborted.
     *
     * @return completes when the producer is closed, or after half a second: while it waits for a broker, the library ends its thread after
     *     the time limit of a request
     */
    public Completable close() {
        return RxFuture.completable(this::stop)
                .timeout(
                        CLOSE_MILLIS,
                        TimeUnit.MILLISECONDS,
                        Completable.fromAction(() -> Schedulers.io().scheduleDirect(thread::closeNow)));
    }
}
