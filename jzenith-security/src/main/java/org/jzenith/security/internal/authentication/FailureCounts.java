package org.jzenith.security.internal.authentication;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.BoundedCache;

/** Counts failures by client, each for a time that begins with the first one. Bounded. Guarded by a lock of its owner. */
final class FailureCounts {

    private final BoundedCache<String, Count> counts;
    private final long windowNanos;

    /**
     * @param maxEntries the largest number of counts
     * @param window the time after which a count begins anew
     */
    FailureCounts(final int maxEntries, final Duration window) {
        this.counts = new BoundedCache<>(maxEntries, window);
        this.windowNanos = window.toNanos();
    }

    /** The failures of one client. */
    static final class Count {

        private final long endNanos;
        private int failures;

        private Count(final long endNanos) {
            this.endNanos = endNanos;
        }

        int failures() {
            return failures;
        }

        void add(final int change) {
            failures += change;
        }

        /** Returns the time until the count begins anew, in seconds, at least one. */
        long secondsLeft() {
            final Duration left = Duration.ofNanos(endNanos - System.nanoTime());
            return Math.max(1, left.plusSeconds(1).minusNanos(1).toSeconds());
        }
    }

    /** Returns the count of a client, from 0 if there is none. */
    Count of(final String client) {
        final Count known = counts.get(client);
        if (known != null) {
            return known;
        }
        final Count begun = new Count(System.nanoTime() + windowNanos);
        counts.put(client, begun);
        return begun;
    }

    /** Returns the number of failures of a client, without beginning a count. */
    int failures(final String client) {
        final @Nullable Count known = counts.get(client);
        return known == null ? 0 : known.failures;
    }
}
