package org.jzenith.messages.sql.internal.outbox;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.problem.TemporarilyUnavailable;

/** Passes on the messages of one topic while this instance has the lease for it. Used by the tasks of one event loop. */
final class TopicRelay {

    /**
     * The shortest time between the starts of two passes, in which messages gather for the next one, so that passes cost less than the
     * transactions that publish.
     */
    private static final long PASS_MILLIS = 20;

    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final int MOST_DOUBLINGS = 6;

    /** The time without a server of the engine after which another instance shall try, which may reach it. */
    private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The time for which this instance then leaves the topic to others. */
    private static final long AWAY_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final String topic;
    private final Function<String, Pass> passes;
    private final InProgress inProgress;
    private final CountedWarning failing;
    private final Consumer<Lease> release;
    private @Nullable Lease lease;
    private long leaseEnds;
    private boolean running;
    private boolean paused;
    private boolean waiting;
    private boolean passedAny;
    private int failures;
    private long firstAttempt;
    private long awaySince = System.nanoTime() - AWAY_NANOS;

    TopicRelay(
            final String topic,
            final Function<String, Pass> passes,
            final InProgress inProgress,
            final CountedWarning failing,
            final Consumer<Lease> release) {
        this.topic = topic;
        this.passes = passes;
        this.inProgress = inProgress;
        this.failing = failing;
        this.release = release;
    }

    String topic() {
        return topic;
    }

    /** Returns the lease, which may have ended. */
    @Nullable
    Lease lease() {
        return lease;
    }

    /** Returns true if it has passed messages on since the last call. */
    boolean hasPassedAny() {
        final boolean passed = passedAny;
        passedAny = false;
        return passed;
    }

    /**
     * Notes that this instance has the lease.
     *
     * @param nanos the time of {@link System#nanoTime} at which it ends
     */
    void hold(final Lease held, final long nanos) {
        final boolean fresh = lease == null || lease.term() != held.term();
        lease = held;
        leaseEnds = nanos;
        if (fresh) {
            ring();
        }
    }

    /** Returns true unless another instance shall have the lease, because this one does not reach the engine. */
    boolean mayClaim() {
        return System.nanoTime() - awaySince >= AWAY_NANOS;
    }

    /** Notes that another instance may have the lease. */
    void lose() {
        lease = null;
    }

    void expire() {
        if (lease != null && System.nanoTime() - leaseEnds >= 0) {
            lose();
        }
    }

    /** Passes on the messages that have come. */
    void ring() {
        waiting = true;
        next();
    }

    private void next() {
        final Lease held = lease;
        if (waiting
                && !running
                && !paused
                && !inProgress.isStopped()
                && held != null
                && System.nanoTime() - leaseEnds < 0) {
            waiting = false;
            running = true;
            final long begin = System.nanoTime();
            if (failures == 0) {
                firstAttempt = begin;
            }
            inProgress.run(
                    passes.apply(topic).run(topic, held.token()),
                    result -> passed(result, begin),
                    error -> failed(error, held));
        }
    }

    /** Returns the milliseconds from now until the next pass or ring may start after one that has started at a time; at least 1. */
    static long pauseAfter(final long begin) {
        return Math.max(1, PASS_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
    }

    private void passed(final Pass.Passed passed, final long begin) {
        running = false;
        failures = 0;
        passedAny |= passed.messages() > 0;
        if (passed.more()) {
            ring();
        } else {
            pause(pauseAfter(begin));
        }
    }

    private void pause(final long millis) {
        paused = true;
        inProgress.later(millis, () -> {
            paused = false;
            next();
        });
    }

    private void failed(final Throwable error, final Lease held) {
        running = false;
        waiting = true;
        if (error instanceof TermEndedException) {
            // The engine may know later terms than a database that was restored: the next claim has a higher one.
            leave(held);
            return;
        }
        final long pause = FIRST_PAUSE_MILLIS << Math.min(failures++, MOST_DOUBLINGS);
        failing.add(
                topic + " " + error.getClass().getName(),
                () -> "The topic is '" + topic + "', and the cause is " + LogText.escape(error.toString())
                        + ". The messages stay in the outbox, and the next attempt follows in " + pause + " ms.");
        if (error instanceof TemporarilyUnavailable && System.nanoTime() - firstAttempt >= LEAVE_NANOS) {
            failures = 0;
            awaySince = System.nanoTime();
            leave(held);
        } else {
            pause(pause);
        }
    }

    private void leave(final Lease held) {
        lose();
        release.accept(held);
    }
}
