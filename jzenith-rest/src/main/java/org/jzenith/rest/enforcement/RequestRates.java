package org.jzenith.rest.enforcement;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jzenith.core.limit.BoundedCache;

/**
 * Token buckets of many keys, as the generic cell rate algorithm (ITU-T I.371, annex A): of each key it keeps one time, at which
 * its bucket is full again. A bucket that is full need not be kept. If there are too many, those that were used least recently are
 * forgotten, and so full. Safe for use by many threads.
 */
final class RequestRates {

    private final long permits;
    private final long intervalNanos;
    private final LongSupplier clock;
    private final BoundedCache<String, Long> fullAt;

    /**
     * @param permits the requests that a full bucket allows
     * @param time the time in which an empty bucket fills, at least a nanosecond for each permit
     * @param maxKeys the largest number of buckets
     * @param clock the present time, as of {@link System#nanoTime}
     */
    RequestRates(final long permits, final Duration time, final int maxKeys, final LongSupplier clock) {
        this.permits = permits;
        this.intervalNanos = Math.max(1, time.toNanos() / permits);
        this.clock = clock;
        this.fullAt = new BoundedCache<>(maxKeys, time, clock);
    }

    /**
     * The state of a bucket after a request.
     *
     * @param remaining the permits left; -1 if there was none
     * @param fullNanos the time until the bucket is full
     * @param retryNanos the time until the next permit; zero if there is one
     */
    record Taken(long remaining, long fullNanos, long retryNanos) {

        boolean isRefused() {
            return remaining < 0;
        }
    }

    /** Takes a permit, if there is one. */
    synchronized Taken take(final String key) {
        final long now = clock.getAsLong();
        final Long known = fullAt.get(key);
        final long before = known == null ? 0 : Math.max(0, known - now);
        final long after = before + intervalNanos;
        final long whole = permits * intervalNanos;
        if (after > whole) {
            return new Taken(-1, before, after - whole);
        }
        fullAt.put(key, now + after);
        return new Taken((whole - after) / intervalNanos, after, 0);
    }

    int size() {
        return fullAt.size();
    }
}
