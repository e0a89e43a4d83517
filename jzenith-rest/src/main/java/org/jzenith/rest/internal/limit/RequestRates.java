package org.jzenith.rest.internal.limit;

import io.reactivex.Single;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.core.limit.RateLimitStore;

/**
 * Token buckets of many keys, as the generic cell rate algorithm (ITU-T I.371, annex A): of each key it keeps one time, at which
 * its bucket is full again. A bucket that is full need not be kept. If there are too many, those that were used least recently are
 * forgotten, and so full. Safe for use by many threads.
 */
final class RequestRates implements RateLimitStore.Counter {

    private final long permits;
    private final long intervalNanos;
    private final LongSupplier clock;
    private final BoundedCache<String, Long> fullAt;

    /**
     * Creates counters without keys.
     *
     * @param permits the requests that a full bucket allows
     * @param time the time in which an empty bucket fills, at least a nanosecond for each permit
     * @param maxKeys the largest number of buckets
     * @param clock the present time, from {@link System#nanoTime}
     */
    RequestRates(final long permits, final Duration time, final int maxKeys, final LongSupplier clock) {
        this.permits = permits;
        this.intervalNanos = Math.max(1, time.toNanos() / permits);
        this.clock = clock;
        this.fullAt = new BoundedCache<>(maxKeys, time, clock);
    }

    @Override
    public Single<RateLimitStore.Taken> take(final String key) {
        return Single.fromCallable(() -> takeNow(key));
    }

    @Override
    public RateLimitStore.Taken takeNow(final String key) {
        return takeShare(key, 1);
    }

    /**
     * Takes a permit of one of several instances that count without knowing of each other.
     *
     * @param key identifies the client
     * @param instances the number of instances, each of which grants its share of the permits, but at least one
     * @return the state of the client
     */
    synchronized RateLimitStore.Taken takeShare(final String key, final long instances) {
        final long now = clock.getAsLong();
        final Long known = fullAt.get(key);
        final long before = known == null ? 0 : Math.max(0, known - now);
        final long interval = intervalNanos * Math.min(instances, permits);
        final long after = before + interval;
        final long whole = permits * intervalNanos;
        if (after > whole) {
            return new RateLimitStore.Taken(-1, before, after - whole);
        }
        fullAt.put(key, now + after);
        return new RateLimitStore.Taken((whole - after) / interval, after, 0);
    }

    int size() {
        return fullAt.size();
    }
}
