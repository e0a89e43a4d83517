package org.jzenith.restclient.internal.stream;

import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.stream.EventParser;
import org.jzenith.json.internal.stream.ServerSentEvent;

/** The position in a stream of server-sent events, at which a reconnection continues. Used by one subscription. */
final class EventPosition {

    private static final long FIRST_DELAY = 3_000;
    private static final long LONGEST_DELAY = 30_000;

    private volatile @Nullable String lastId;
    private volatile long retryMillis = FIRST_DELAY;
    private volatile int failures;
    private volatile boolean ended;

    /** Moves the position behind the events received so far. */
    void reached(final EventParser events, final boolean isReceived) {
        final String id = events.lastId();
        if (id != null) {
            lastId = id.isEmpty() ? null : id;
        }
        if (events.lastDelay() != ServerSentEvent.NO_DELAY) {
            retryMillis = events.lastDelay();
        }
        if (isReceived) {
            failures = 0;
        }
    }

    /** The service has said that there will be no further events. */
    void end() {
        ended = true;
    }

    @Nullable
    String lastId() {
        return lastId;
    }

    /** Returns true if a reconnection would neither repeat nor lose events. */
    boolean canResume() {
        return lastId != null && !ended;
    }

    /** Returns the delay before the next connection, doubled for each one without an event. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // connections come one after another
    long nextDelay() {
        final long delay = Math.max(1, retryMillis) << Math.min(failures, 10);
        failures++;
        return Math.max(1, Math.min(delay, Math.max(LONGEST_DELAY, retryMillis)));
    }
}
