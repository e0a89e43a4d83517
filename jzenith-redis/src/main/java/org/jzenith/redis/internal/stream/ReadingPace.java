package org.jzenith.redis.internal.stream;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Says how much a reader may read, and when it looks for entries to take over. Its consumer and its reader share it. Safe for use by many
 * threads.
 */
final class ReadingPace {

    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong due = new AtomicLong(System.nanoTime());
    private volatile Runnable changed = () -> {};

    /** @param mostBytes the limit of the entries at work, in bytes; one more entry may exceed it */
    ReadingPace(final long mostBytes) {
        this.mostBytes = mostBytes;
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

    /** Returns the time until the next look at pending entries, in nanoseconds; negative if it is overdue. */
    long nanosLeft() {
        return due.get() - System.nanoTime();
    }

    /** Sets the next look. */
    void setDue(final long nanos) {
        due.set(System.nanoTime() + nanos);
    }

    /** Brings the next look forward. */
    void dueWithin(final long nanos) {
        final long time = System.nanoTime() + nanos;
        due.updateAndGet(before -> before - time > 0 ? time : before);
        changed.run();
    }
}
