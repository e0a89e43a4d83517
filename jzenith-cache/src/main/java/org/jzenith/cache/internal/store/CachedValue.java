package org.jzenith.cache.internal.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A value in memory, or the absence of one, with its age. Safe for use by many threads. */
public final class CachedValue {

    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final @Nullable Object value;
    private final int size;
    private final long loadedAt;
    private boolean failed;
    private long failedAt;
    private long nextAttempt;

    /**
     * Wraps a value.
     *
     * @param value null if there is none
     * @param size the bytes of its JSON
     * @param ageNanos the time since it was loaded
     */
    public CachedValue(final @Nullable Object value, final int size, final long ageNanos) {
        this.value = value;
        this.size = size;
        this.loadedAt = System.nanoTime() - ageNanos;
    }

    /** Returns the value, or null if there is none. */
    public @Nullable Object value() {
        return value;
    }

    /** Returns the bytes of its JSON. */
    public int size() {
        return size;
    }

    /** Returns the nanoseconds since it was loaded. */
    public long age() {
        return System.nanoTime() - loadedAt;
    }

    /** Notes that it could not be loaded again, so that callers get it without waiting for the next attempts. */
    public synchronized void fail() {
        failed = true;
        failedAt = System.nanoTime();
        nextAttempt = failedAt + PAUSE_NANOS;
    }

    /**
     * Returns true if it could not be loaded again.
     *
     * @param nanos the time for which a failure counts
     */
    public synchronized boolean hasFailed(final long nanos) {
        return failed && System.nanoTime() - failedAt < nanos;
    }

    /** Starts an attempt to load it again. Returns false if the last one started, or failed, less than a second ago. */
    public synchronized boolean startAttempt() {
        final long now = System.nanoTime();
        if (nextAttempt != 0 && now - nextAttempt < 0) {
            return false;
        }
        nextAttempt = now + PAUSE_NANOS;
        return true;
    }
}
