package org.jzenith.kafka.internal.consumer;

import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells a poll thread that another thread wants something of it. Safe for use by many threads. */
final class PollSignal {

    private @Nullable Consumer<?, ?> polling;
    private boolean changed;

    /** Ends a wait of the poll thread; a poll goes on. */
    synchronized void set() {
        changed = true;
        notifyAll();
    }

    /** Ends a wait or a poll of the poll thread. */
    synchronized void wake() {
        set();
        if (polling != null) {
            polling.wakeup();
        }
    }

    /** Forgets earlier changes, before the poll thread looks at them. */
    synchronized void reset() {
        changed = false;
    }

    /** Returns false if something has changed since the last {@link #reset}, so that the poll must not wait. */
    synchronized boolean beginPoll(final Consumer<?, ?> consumer) {
        polling = consumer;
        return !changed;
    }

    synchronized void endPoll() {
        polling = null;
    }

    /** Waits for a change, and forgets it. */
    @SuppressWarnings("WaitNotInLoop") // the callers have the loops
    synchronized void await(final long millis) {
        try {
            if (!changed && millis > 0) {
                wait(millis);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        changed = false;
    }
}
