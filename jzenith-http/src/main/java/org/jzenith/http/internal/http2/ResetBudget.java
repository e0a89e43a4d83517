package org.jzenith.http.internal.http2;

import java.util.concurrent.TimeUnit;

/** The limit on stream resets of an HTTP/2 connection within a window. Used only on the event loop of the connection. */
final class ResetBudget {

    private final int max;
    private final long windowNanos;
    private long windowBegin = System.nanoTime();
    private int resets;

    /** @param max 0 or less for no limit */
    ResetBudget(final int max, final long window, final TimeUnit unit) {
        this.max = max;
        this.windowNanos = unit.toNanos(window);
    }

    /** Counts one reset; returns true if there are too many. */
    boolean isExceededByNext() {
        if (max <= 0 || windowNanos <= 0) {
            return false;
        }
        final long now = System.nanoTime();
        if (now - windowBegin >= windowNanos) {
            windowBegin = now;
            resets = 0;
        }
        resets++;
        return resets > max;
    }
}
