package org.jzenith.redis.internal.stream;

import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Says how much a reader may read, and when it looks for entries to take over: at intervals, and when an entry that has failed is due. Its
 * consumer and its reader share it. Safe for use by many threads.
 */
final class ReadingPace {

    /** Due times are rounded up to these, so that the number of those that wait is limited. */
    private static final long TICK_NANOS = 10_000_000;

    private final long mostBytes;
    private final long lookNanos;
    private final long created = System.nanoTime();
    private final AtomicLong bytes = new AtomicLong();
    private final ConcurrentSkipListSet<Long> due = new ConcurrentSkipListSet<>();
    private volatile long nextLook;
    private volatile Runnable changed = () -> {};

    /**
     * Creates the pace of a reader that looks at once.
     *
     * @param mostBytes the limit of the entries at work, in bytes; one more entry may exceed it
     * @param lookNanos the interval between two looks
     */
    ReadingPace(final long mostBytes, final long lookNanos) {
        this.mostBytes = mostBytes;
        this.lookNanos = lookNanos;
    }

    /** Sets what is called when more may be read, or something is due earlier. */
    void whenChanged(final Runnable action) {
        changed = action;
    }

    void begin(final long size) {
        bytes.addAndGet(size);
    }

    void end(final long size) {
        bytes.addAndGet(-size);
        changed.run();
    }

    long bytesLeft() {
        return mostBytes - bytes.get();
    }

    private long now() {
        return System.nanoTime() - created;
    }

    /** Returns the time until the next look at pending entries, in nanoseconds; negative if it is overdue. */
    long nanosLeft() {
        final Long first = due.isEmpty() ? null : due.first();
        return Math.min(nextLook, first == null ? Long.MAX_VALUE : first * TICK_NANOS) - now();
    }

    /** Notes that a look starts. */
    void looks() {
        final long now = now();
        nextLook = now + lookNanos;
        due.headSet(now / TICK_NANOS, true).clear();
    }

    /** Makes the next look due, without waking the reader. */
    void lookAtOnce() {
        nextLook = now();
    }

    /** Asks for a look after a time. */
    void lookAfter(final long nanos) {
        due.add((now() + nanos) / TICK_NANOS + 1);
        changed.run();
    }
}
