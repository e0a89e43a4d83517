package org.jzenith.http.exchange;

import io.reactivex.subjects.CompletableSubject;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests in flight of one listener, and the work that may block and outlasts its request. Each has the same limit.
 * Safe for use by many threads.
 */
final class InFlightCount {

    /** How many requests that have priority may be in flight beyond the limit. */
    private static final int PRIORITY_ROOM = 100;

    private final int limit;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger blockingWork = new AtomicInteger();
    private volatile @Nullable CompletableSubject zero;

    InFlightCount(final int limit) {
        this.limit = limit;
    }

    /** Checked before a request begins; those that are answered at once are never counted. */
    boolean hasRoom() {
        return requests.get() < limit;
    }

    /** As {@link #hasRoom}, for a request that has priority. */
    boolean hasPriorityRoom() {
        return requests.get() - PRIORITY_ROOM < limit;
    }

    boolean isBelowHalf() {
        return requests.get() < limit / 2;
    }

    void requestStarted() {
        requests.incrementAndGet();
    }

    void requestEnded() {
        if (requests.decrementAndGet() == 0) {
            completeIfZero();
        }
    }

    /**
     * Work that may block is queued for a thread; called while its request is in flight. It outlasts a client that
     * disconnects, so it has a limit of its own.
     *
     * @return false if there is too much work; then nothing has changed
     */
    boolean workQueued() {
        if (blockingWork.incrementAndGet() <= limit) {
            return true;
        }
        workEnded();
        return false;
    }

    /** Work that may block has ended, or was not started. */
    void workEnded() {
        if (blockingWork.decrementAndGet() == 0) {
            completeIfZero();
        }
    }

    /** Completes the subject when there are neither requests nor work. */
    void completeWhenZero(final CompletableSubject subject) {
        zero = subject;
        completeIfZero();
    }

    private void completeIfZero() {
        final CompletableSubject subject = zero;
        if (subject != null && requests.get() == 0 && blockingWork.get() == 0) {
            subject.onComplete();
        }
    }
}
