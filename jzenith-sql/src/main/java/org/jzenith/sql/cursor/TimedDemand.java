package org.jzenith.sql.cursor;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.connection.SqlErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of elements that a subscriber has requested and not got, which may be none for a limited time. The time that the source
 * takes does not count, nor does it matter how few elements are requested at a time. Safe for use by many threads.
 */
public final class TimedDemand {

    private static final Logger LOGGER = LoggerFactory.getLogger(TimedDemand.class);

    private static final long SHORTEST_CHECK = 5;
    private static final long LONGEST_CHECK = 1_000;
    private static final long NO_TIMER = -1;

    /** The stream has ended. */
    private static final long OVER = Long.MIN_VALUE;

    /**
     * The settings that all demands of one database share.
     *
     * @param time the time for which a subscriber may request nothing
     * @param errors has the error of a subscriber that requests nothing
     * @param contexts returns the event loop of the caller, which runs the timer
     */
    public record Limit(Duration time, SqlErrors errors, Supplier<EventLoopContext> contexts) {}

    private final Limit limit;
    private final EventLoopContext context;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private final Consumer<Throwable> onTimeout;
    private final AtomicLong missing = new AtomicLong();
    private volatile long satisfiedAt = System.nanoTime();
    private final AtomicBoolean timed = new AtomicBoolean();
    private volatile long timer = NO_TIMER;

    /** @param onTimeout called once with the error, in the context of the subscription, when the demand has ended by its limit */
    TimedDemand(final Limit limit, final Consumer<Throwable> onTimeout) {
        this.limit = limit;
        this.context = limit.contexts().get();
        this.onTimeout = onTimeout;
    }

    /** The subscriber knows that it can request. One that requests everything at once never needs the timer. */
    void begin() {
        if (missing.get() == 0) {
            startTimer();
        }
    }

    private void startTimer() {
        if (!timed.get() && timed.compareAndSet(false, true)) {
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
            ContextSnapshot.runIn(
                    snapshot, () -> onTimeout.accept(limit.errors().streamTimeout(limit.time())));
        }
    }

    /**
     * The subscriber requests elements.
     *
     * @return false if the stream has ended
     */
    boolean add(final long count) {
        long asked = missing.get();
        while (asked != OVER && !missing.compareAndSet(asked, sum(asked, count))) {
            asked = missing.get();
        }
        return asked != OVER;
    }

    private static long sum(final long asked, final long count) {
        return asked + count < 0 ? Long.MAX_VALUE : asked + count;
    }

    /** Returns the number of elements that may be delivered; negative if the stream has ended. */
    long count() {
        return missing.get();
    }

    boolean isOver() {
        return missing.get() == OVER;
    }

    /** The subscriber has got elements that it has requested. */
    void delivered(final long count) {
        long asked = missing.get();
        while (asked > 0 && asked != Long.MAX_VALUE) {
            final long left = asked - count;
            if (left == 0) {
                satisfiedAt = System.nanoTime();
            }
            if (missing.compareAndSet(asked, left)) {
                if (left == 0) {
                    startTimer();
                }
                return;
            }
            asked = missing.get();
        }
    }

    /**
     * The stream ends.
     *
     * @return false if it has ended before
     */
    boolean end() {
        if (missing.getAndSet(OVER) == OVER) {
            return false;
        }
        stopTimer();
        return true;
    }

    /** The source has failed when its subscriber had its end already, most often because of the cancellation. */
    static void drop(final Throwable error) {
        LOGGER.debug("A stream failed after its end, so the error has no subscriber.", LogText.escape(error));
    }

    private void stopTimer() {
        if (timer != NO_TIMER) {
            context.cancelTimer(timer);
        }
    }
}
