package org.jzenith.rest.enforcement;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Token buckets of many keys, as the generic cell rate algorithm (ITU-T I.371, annex A): of each key it keeps one time, at which
 * its bucket is full again. A bucket that is full is not kept. If there are too many, the one that was used least recently is
 * forgotten, and so full. Safe for use by many threads.
 */
final class RequestRates {

    /** Full buckets that a request removes: more than it can add. */
    private static final int REMOVED_AT_A_TIME = 2;

    private final long permits;
    private final long intervalNanos;
    private final int maxKeys;
    private final LinkedHashMap<String, Long> fullAt = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * @param permits the requests that a full bucket allows
     * @param nanos the time in which an empty bucket fills, at least one for each permit
     * @param maxKeys the largest number of buckets
     */
    RequestRates(final long permits, final long nanos, final int maxKeys) {
        this.permits = permits;
        this.intervalNanos = Math.max(1, nanos / permits);
        this.maxKeys = maxKeys;
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

    /**
     * Takes a permit, if there is one.
     *
     * @param now the time, as of {@link System#nanoTime}
     */
    synchronized Taken take(final String key, final long now) {
        removeFull(now);
        final Long known = fullAt.get(key);
        final long before = known == null ? 0 : Math.max(0, known - now);
        final long after = before + intervalNanos;
        final long whole = permits * intervalNanos;
        if (after > whole) {
            return new Taken(-1, before, after - whole);
        }
        fullAt.put(key, now + after);
        if (fullAt.size() > maxKeys) {
            final Iterator<String> eldest = fullAt.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
        return new Taken((whole - after) / intervalNanos, after, 0);
    }

    private void removeFull(final long now) {
        final Iterator<Map.Entry<String, Long>> eldest = fullAt.entrySet().iterator();
        for (int i = 0; i < REMOVED_AT_A_TIME && eldest.hasNext(); i++) {
            if (eldest.next().getValue() - now > 0) {
                return;
            }
            eldest.remove();
        }
    }

    synchronized int size() {
        return fullAt.size();
    }
}
