package org.jzenith.restclient.internal.call;

import io.github.resilience4j.bulkhead.Bulkhead;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The places of a client: as many calls as it has connections run at once, the next ones wait in a bounded queue, and further ones are
 * refused. The bulkhead of Resilience4j, if there is one, refuses them before. A waiter that leaves frees its place in the queue at
 * once, unlike one of Vert.x' pool. Safe for use by many threads.
 */
final class CallLimit {

    private final int places;
    private final int queue;
    private final @Nullable Bulkhead bulkhead;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int used;

    /** The outcome of a request for a place. */
    enum Decision {
        ADMITTED,
        QUEUED,
        REFUSED,
        REFUSED_BY_BULKHEAD
    }

    CallLimit(final int places, final int queue, final @Nullable Bulkhead bulkhead) {
        this.places = places;
        this.queue = queue;
        this.bulkhead = bulkhead;
    }

    /** Asks for a place. The waiter is called once, on any thread, if the outcome is {@link Decision#QUEUED}. */
    synchronized Decision acquire(final Runnable waiter) {
        if (bulkhead != null && !bulkhead.tryAcquirePermission()) {
            return Decision.REFUSED_BY_BULKHEAD;
        }
        if (used < places) {
            used++;
            return Decision.ADMITTED;
        }
        if (waiting.size() >= queue) {
            endPermission();
            return Decision.REFUSED;
        }
        waiting.addLast(waiter);
        return Decision.QUEUED;
    }

    /** Removes a waiter, unless it has been called. */
    synchronized void leave(final Runnable waiter) {
        if (waiting.remove(waiter)) {
            endPermission();
        }
    }

    private void endPermission() {
        if (bulkhead != null) {
            bulkhead.onComplete();
        }
    }

    void release() {
        final Runnable next;
        synchronized (this) {
            endPermission();
            next = nextWaiter();
        }
        if (next != null) {
            next.run();
        }
    }

    private @Nullable Runnable nextWaiter() {
        final Runnable next = waiting.pollFirst();
        if (next == null) {
            used--;
        }
        return next;
    }

    synchronized int used() {
        return used;
    }

    int places() {
        return places;
    }

    int queue() {
        return queue;
    }
}
