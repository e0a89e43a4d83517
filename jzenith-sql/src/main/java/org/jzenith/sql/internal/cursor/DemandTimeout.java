package org.jzenith.sql.internal.cursor;

import io.reactivex.Flowable;
import io.reactivex.FlowableSubscriber;
import io.reactivex.internal.util.BackpressureHelper;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.internal.connection.SqlErrors;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a stream whose subscriber has got all elements that it requested and requests no more for a time. The time that the source
 * takes does not count, nor does it matter how few elements are requested at a time. The source emits in the context of the
 * subscription, on whichever thread the subscriber requests.
 *
 * @param <T> the type of the elements
 */
public final class DemandTimeout<T> extends Flowable<T> {

    private static final Logger LOGGER = LoggerFactory.getLogger(DemandTimeout.class);

    private static final long SHORTEST_CHECK = 5;
    private static final long LONGEST_CHECK = 1_000;
    private static final long NO_TIMER = -1;

    /** The demand of a stream that has ended, also in the words of {@link BackpressureHelper}. */
    private static final long OVER = Long.MIN_VALUE;

    private final Flowable<T> source;
    private final Limit limit;

    /** Watches the demand of a stream. */
    public DemandTimeout(final Flowable<T> source, final Limit limit) {
        this.source = source;
        this.limit = limit;
    }

    /**
     * The settings that all streams of one database share.
     *
     * @param time the time for which a subscriber may request nothing
     * @param errors has the error of a subscriber that requests nothing
     * @param contexts returns the event loop of the caller, which runs the timer
     */
    public record Limit(Duration time, SqlErrors errors, Supplier<EventLoopContext> contexts) {}

    @Override
    protected void subscribeActual(final Subscriber<? super T> downstream) {
        source.subscribe(new DemandSubscriber(downstream));
    }

    private final class DemandSubscriber implements FlowableSubscriber<T>, Subscription {

        private final Subscriber<? super T> downstream;
        private final EventLoopContext context = limit.contexts().get();
        private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();

        /** The number of elements that the subscriber has requested and not got. */
        private final AtomicLong missing = new AtomicLong();

        private final AtomicBoolean timed = new AtomicBoolean();
        private volatile long satisfiedAt = System.nanoTime();
        private volatile long timer = NO_TIMER;
        private @Nullable Subscription upstream;

        DemandSubscriber(final Subscriber<? super T> downstream) {
            this.downstream = downstream;
        }

        @Override
        public void onSubscribe(final Subscription subscription) {
            upstream = subscription;
            downstream.onSubscribe(this);
            // A subscriber that requests everything at once never needs the timer.
            if (missing.get() == 0) {
                startTimer();
            }
        }

        private void startTimer() {
            if (timed.compareAndSet(false, true)) {
                final long period = Math.max(
                        SHORTEST_CHECK, Math.min(LONGEST_CHECK, limit.time().toMillis() / 16));
                timer = context.setPeriodic(period, this::check);
            }
        }

        private void check() {
            final long asked = missing.get();
            if (asked == OVER) {
                stopTimer();
            } else if (asked == 0
                    && System.nanoTime() - satisfiedAt >= limit.time().toNanos()
                    && missing.compareAndSet(0, OVER)) {
                stopTimer();
                ContextSnapshot.runIn(snapshot, () -> {
                    cancelSource();
                    downstream.onError(limit.errors().streamTimeout(limit.time()));
                });
            }
        }

        private void stopTimer() {
            if (timer != NO_TIMER) {
                context.cancelTimer(timer);
            }
        }

        @Override
        public void request(final long count) {
            final Subscription source = upstream;
            // The source reports a count that is not positive.
            if ((count <= 0 || BackpressureHelper.addCancel(missing, count) != OVER) && source != null) {
                // The source may emit on this thread, which may have another context, or none.
                ContextSnapshot.runIn(snapshot, () -> source.request(count));
            }
        }

        @Override
        public void onNext(final T element) {
            if (missing.get() == OVER) {
                return;
            }
            downstream.onNext(element);
            final long asked = missing.get();
            if (asked == 1) {
                satisfiedAt = System.nanoTime();
            }
            if (asked > 0 && BackpressureHelper.producedCancel(missing, 1) == 0) {
                startTimer();
            }
        }

        @Override
        public void onError(final Throwable error) {
            if (end()) {
                downstream.onError(error);
            } else {
                LOGGER.debug("A stream failed after its end, so the error has no subscriber.", LogText.escape(error));
            }
        }

        @Override
        public void onComplete() {
            if (end()) {
                downstream.onComplete();
            }
        }

        @Override
        public void cancel() {
            if (end()) {
                cancelSource();
            }
        }

        /** Returns false if the stream has ended before. */
        private boolean end() {
            if (missing.getAndSet(OVER) == OVER) {
                return false;
            }
            stopTimer();
            return true;
        }

        private void cancelSource() {
            if (upstream != null) {
                upstream.cancel();
            }
        }
    }
}
