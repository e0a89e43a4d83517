package org.jzenith.sql.connection;

import io.reactivex.Flowable;
import io.reactivex.FlowableSubscriber;
import io.reactivex.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.vertx.EventLoopContext;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Ends a stream whose subscriber has got all elements that it requested and requests no more for a time. The time that the source
 * takes does not count, nor does it matter how few elements are requested at a time.
 */
final class DemandTimeout<T> extends Flowable<T> {

    private static final long SHORTEST_CHECK = 5;
    private static final long LONGEST_CHECK = 1_000;
    private static final long NO_TIMER = -1;

    private final Flowable<T> source;
    private final Duration limit;
    private final SqlErrors errors;
    private final Supplier<EventLoopContext> contexts;

    DemandTimeout(
            final Flowable<T> source,
            final Duration limit,
            final SqlErrors errors,
            final Supplier<EventLoopContext> contexts) {
        this.source = source;
        this.limit = limit;
        this.errors = errors;
        this.contexts = contexts;
    }

    @Override
    protected void subscribeActual(final Subscriber<? super T> downstream) {
        source.subscribe(new DemandSubscriber(downstream));
    }

    private final class DemandSubscriber implements FlowableSubscriber<T>, Subscription {

        private static final long OVER = Long.MIN_VALUE;

        private final Subscriber<? super T> downstream;
        private final EventLoopContext context = contexts.get();
        private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
        /** The number of elements that are requested and not delivered, or {@code OVER} after the end of the stream. */
        private final AtomicLong demand = new AtomicLong();

        private @Nullable Subscription upstream;
        private volatile long satisfiedAt = System.nanoTime();
        private final AtomicBoolean timed = new AtomicBoolean();
        private volatile long timer = NO_TIMER;

        DemandSubscriber(final Subscriber<? super T> downstream) {
            this.downstream = downstream;
        }

        @Override
        public void onSubscribe(final Subscription subscription) {
            upstream = subscription;
            downstream.onSubscribe(this);
            if (demand.get() == 0) {
                startTimer();
            }
        }

        /** A subscriber that requests everything at once never needs the timer. */
        private void startTimer() {
            if (!timed.get() && timed.compareAndSet(false, true)) {
                final long period = Math.max(SHORTEST_CHECK, Math.min(LONGEST_CHECK, limit.toMillis() / 16));
                timer = context.setPeriodic(period, this::check);
            }
        }

        private void check() {
            final long asked = demand.get();
            if (asked == OVER) {
                stopTimer();
            } else if (asked == 0
                    && System.nanoTime() - satisfiedAt >= limit.toNanos()
                    && demand.compareAndSet(0, OVER)) {
                stopTimer();
                cancelSource();
                if (snapshot == null) {
                    fail();
                } else {
                    snapshot.run(this::fail);
                }
            }
        }

        private void fail() {
            downstream.onError(errors.streamTimeout(limit));
        }

        @Override
        public void request(final long count) {
            long asked = demand.get();
            // The source reports a count that is not positive.
            while (count > 0 && asked != OVER && !demand.compareAndSet(asked, sum(asked, count))) {
                asked = demand.get();
            }
            if (asked != OVER && upstream != null) {
                upstream.request(count);
            }
        }

        private static long sum(final long asked, final long count) {
            return asked + count < 0 ? Long.MAX_VALUE : asked + count;
        }

        @Override
        public void onNext(final T element) {
            if (demand.get() == OVER) {
                return;
            }
            downstream.onNext(element);
            long asked = demand.get();
            while (asked > 0 && asked != Long.MAX_VALUE) {
                if (asked == 1) {
                    satisfiedAt = System.nanoTime();
                }
                if (demand.compareAndSet(asked, asked - 1)) {
                    if (asked == 1) {
                        startTimer();
                    }
                    return;
                }
                asked = demand.get();
            }
        }

        @Override
        public void onError(final Throwable error) {
            if (demand.getAndSet(OVER) == OVER) {
                RxJavaPlugins.onError(error);
                return;
            }
            stopTimer();
            downstream.onError(error);
        }

        @Override
        public void onComplete() {
            if (demand.getAndSet(OVER) != OVER) {
                stopTimer();
                downstream.onComplete();
            }
        }

        @Override
        public void cancel() {
            if (demand.getAndSet(OVER) != OVER) {
                stopTimer();
                cancelSource();
            }
        }

        private void cancelSource() {
            if (upstream != null) {
                upstream.cancel();
            }
        }

        private void stopTimer() {
            if (timer != NO_TIMER) {
                context.cancelTimer(timer);
            }
        }
    }
}
