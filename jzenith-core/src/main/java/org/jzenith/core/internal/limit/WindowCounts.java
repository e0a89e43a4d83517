package org.jzenith.core.internal.limit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Counts by key, each for a time that begins with the first one. Bounded. Guarded by a lock of its owner. */
public final class WindowCounts {

    private final BoundedCache<String, Window> windows;
    private final long nanos;

    /**
     * Creates it without counts.
     *
     * @param maxEntries the largest number of counts
     * @param window the time after which a count restarts from 0
     */
    public WindowCounts(final int maxEntries, final Duration window) {
        this.windows = new BoundedCache<>(maxEntries, window);
        this.nanos = window.toNanos();
    }

    /** The count of one key. */
    public static final class Window {

        private final long endNanos;
        private long count;

        private Window(final long endNanos) {
            this.endNanos = endNanos;
        }

        /**
         * Returns the count.
         *
         * @return 0 or more
         */
        public long count() {
            return count;
        }

        /**
         * Returns the time until the count restarts.
         *
         * @return not negative
         */
        public Duration left() {
            return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
        }
    }

    /**
     * Adds 1.
     *
     * @param key the key, whose count starts if there is none
     * @return the count after it
     */
    public Window add(final String key) {
        Window window = windows.get(key);
        if (window == null) {
            window = new Window(System.nanoTime() + nanos);
            windows.put(key, window);
        }
        window.count++;
        return window;
    }

    /**
     * Subtracts 1, if there is a count above 0.
     *
     * @param key the key
     */
    public void subtract(final String key) {
        final @Nullable Window window = windows.get(key);
        if (window != null && window.count > 0) {
            window.count--;
        }
    }

    /**
     * Returns a count without starting one.
     *
     * @param key the key
     * @return 0 or more
     */
    public long count(final String key) {
        final @Nullable Window window = windows.get(key);
        return window == null ? 0 : window.count;
    }
}
