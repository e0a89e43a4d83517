package org.jzenith.core.internal.limit;

import java.time.Duration;

/**
 * The pauses between attempts to connect. Each is twice as long as the one before, up to a longest, until a connection has lasted for 5 s.
 * Used by one thread at a time.
 */
public final class ReconnectPauses {

    private static final long FIRST_MILLIS = 20;
    private static final int MOST_DOUBLINGS = 20;
    private static final long LASTING_NANOS = 5_000_000_000L;

    private final long longestMillis;
    private long openedAt;
    private int made;

    /**
     * Starts with the shortest pause.
     *
     * @param longest the longest pause
     */
    public ReconnectPauses(final Duration longest) {
        this.longestMillis = longest.toMillis();
    }

    /** Notes that a connection is open. */
    public void opened() {
        openedAt = System.nanoTime();
    }

    /** Notes that this connection has ended. */
    public void lost() {
        if (System.nanoTime() - openedAt > LASTING_NANOS) {
            made = 0;
        }
    }

    /** Returns true if there was no pause since a connection has lasted: only then is the loss worth a warning. */
    public boolean isFirst() {
        return made == 0;
    }

    /** Returns the length of the next pause in milliseconds. */
    public long next() {
        final long pause = Math.min(longestMillis, FIRST_MILLIS << Math.min(made, MOST_DOUBLINGS));
        made++;
        return Math.max(1, pause);
    }
}
