package org.jzenith.sql.internal.statement;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.error.SerializationFailureException;

/**
 * Runs a transaction again after the server has aborted it, because it collided with another one. The pauses grow and are random, so that
 * callers that collided do not meet again.
 */
final class TransactionRetry {

    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final int MOST_DOUBLINGS = 7;

    private final int times;
    private final EventLoopContext context;
    private int failed;
    private boolean emitted;

    private TransactionRetry(final int times, final EventLoopContext context) {
        this.times = times;
        this.context = context;
    }

    /**
     * Repeats a transaction.
     *
     * @param times the number of further attempts
     * @param contexts returns the event loop of the caller, on which the further attempts start
     */
    static <T> Flowable<T> of(
            final Flowable<T> transaction, final int times, final Supplier<EventLoopContext> contexts) {
        return Flowable.defer(() -> {
            final TransactionRetry state = new TransactionRetry(times, contexts.get());
            return transaction
                    .doOnNext(element -> state.emitted = true)
                    .retryWhen(errors -> errors.flatMapSingle(
                            error -> state.beforeNext(error).toSingleDefault(true)));
        });
    }

    /** Completes when the transaction may run again; fails with the same error if it may not. */
    private Completable beforeNext(final Throwable error) {
        if (!(error instanceof SerializationFailureException) || emitted || failed == times) {
            return Completable.error(error);
        }
        final long longest = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failed, MOST_DOUBLINGS));
        final long pause = ThreadLocalRandom.current().nextLong(longest) + 1;
        failed++;
        return RequestDeadline.current().remaining().compareTo(Duration.ofMillis(pause)) > 0
                ? pause(pause)
                : Completable.error(error);
    }

    private Completable pause(final long millis) {
        return Completable.create(emitter -> {
            final long timer = context.setTimer(millis, RequestContext.wrap(emitter::onComplete));
            emitter.setCancellable(() -> context.cancelTimer(timer));
        });
    }
}
