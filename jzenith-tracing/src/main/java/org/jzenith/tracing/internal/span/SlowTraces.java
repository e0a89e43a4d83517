package org.jzenith.tracing.internal.span;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The slowest of the traces that are not sampled: a ring of candidates, of which one in a hundred finished traces is exported, at
 * most 64 at a time. A trace is a candidate if it took longer than most of those before it. Safe for use by many threads.
 */
final class SlowTraces {

    private static final int SIZE = 256;
    private static final int MOST = 64;
    private static final int FRACTION = 100;
    private static final long LONGEST_WINDOW = TimeUnit.SECONDS.toNanos(60);

    private final AtomicReferenceArray<@Nullable Trace> ring = new AtomicReferenceArray<>(SIZE);
    private final AtomicLong next = new AtomicLong();
    private final LongAdder finished = new LongAdder();
    private volatile long threshold;
    private long since = System.nanoTime();

    /** Returns true if a trace of this duration is among the slow ones so far. */
    boolean isCandidate(final long nanos) {
        return nanos >= threshold;
    }

    /**
     * Takes a trace whose first span has ended, in the place of a faster one; false if it was not slow enough.
     *
     * @param candidate false to only count it
     */
    boolean offer(final Trace trace, final boolean candidate) {
        finished.increment();
        if (!candidate) {
            return false;
        }
        final Trace other = ring.getAndAccumulate((int) (next.getAndIncrement() % SIZE), trace, SlowTraces::slower);
        if (slower(other, trace) != trace) {
            return false;
        }
        if (other != null) {
            other.drop();
        }
        return true;
    }

    private static Trace slower(final @Nullable Trace present, final Trace other) {
        return present == null || present.nanos() <= other.nanos() ? other : present;
    }

    /**
     * Exports the slowest traces, if a hundred have finished or a minute has passed since the last time.
     *
     * @param last true to export them in any case
     */
    synchronized void sweep(final boolean last) {
        final long now = System.nanoTime();
        final long count = finished.sum();
        if (count == 0 || (count < FRACTION && now - since < LONGEST_WINDOW && !last)) {
            return;
        }
        since = now;
        finished.add(-count);
        final List<Trace> slowest = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            final Trace each = ring.getAndSet(i, null);
            if (each != null) {
                slowest.add(each);
            }
        }
        slowest.sort(Comparator.comparingLong((Trace each) -> each.nanos()).reversed());
        final int exported = (int) Math.min(MOST, (count + FRACTION - 1) / FRACTION);
        for (int i = 0; i < slowest.size(); i++) {
            if (i < exported) {
                slowest.get(i).export();
            } else {
                slowest.get(i).drop();
            }
        }
        // So many candidates that the slowest are among them, and so few that the ring holds them.
        final int candidates = 2 * exported;
        threshold = slowest.size() > candidates ? slowest.get(candidates).nanos() : threshold / 2;
    }
}
