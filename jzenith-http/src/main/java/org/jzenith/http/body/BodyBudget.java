package org.jzenith.http.body;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.http.request.MalformedRequestException;

/**
 * Limits the bytes of all buffered bodies of the server together. Safe for use by many threads.
 *
 * <p>A body of known length is admitted as a whole, so that an admitted body can be completed. A body of unknown length
 * reserves block by block. A body that already holds blocks can wait for another block, but all such bodies together
 * may hold at most half of the budget. The other half is then free or belongs to bodies that progress, so bytes become
 * free. An eighth of the budget is reserved for small bodies; they never queue behind large ones.
 */
final class BodyBudget {

    /** The largest size of a small body. */
    static final int SMALL = 64 * 1024;

    /** The minimum number of bytes that a body reserves, because its objects need memory, too. */
    private static final int LEAST = 1024;

    private static final int FEWEST_WAITING = 16;

    /** The result of a reservation. */
    enum Result {
        ADMITTED,
        WAITING,
        REFUSED,
        IMPOSSIBLE
    }

    private final long bytes;
    private final long forLarge;
    private final int mostWaiting;
    private final AtomicLong reservedBytes = new AtomicLong();
    private final Set<Reservation> growing = new LinkedHashSet<>();
    private final Set<Reservation> small = new LinkedHashSet<>();
    private final Set<Reservation> large = new LinkedHashSet<>();
    private long reservedByGrowing;
    private final AtomicInteger waiting = new AtomicInteger();

    BodyBudget(final long bytes) {
        this.bytes = bytes;
        this.forLarge = bytes - bytes / 8;
        this.mostWaiting = (int) Math.max(FEWEST_WAITING, Math.min(bytes / SMALL, Integer.MAX_VALUE));
    }

    /** Returns the failure for a body that does not fit into the budget now. */
    static MalformedRequestException noRoom() {
        return new MalformedRequestException(503, MalformedRequestException.overloaded("max-buffered-bodies"));
    }

    /** The size of the largest body that can ever be admitted. */
    long largestBody() {
        return forLarge;
    }

    /** The bytes that bodies have reserved. */
    long reserved() {
        return reservedBytes.get();
    }

    /** Returns true if bodies are waiting for bytes of the budget; jZenith then refuses slow bodies. */
    boolean isAwaited() {
        return waiting.get() > 0;
    }

    private boolean tryReserve(final long wanted, final long limit) {
        for (; ; ) {
            final long before = reservedBytes.get();
            if (before + wanted > limit) {
                return false;
            }
            if (reservedBytes.compareAndSet(before, before + wanted)) {
                return true;
            }
        }
    }

    /**
     * Reserves bytes if they are free now.
     *
     * @param before the bytes that the caller has already reserved with this method
     */
    boolean tryReserveNow(final long wanted, final long before) {
        final boolean isSmall = before + wanted <= SMALL;
        return (isSmall || waiting.get() == 0) && tryReserve(wanted, isSmall ? bytes : forLarge);
    }

    void free(final long freed) {
        reservedBytes.addAndGet(-freed);
        if (waiting.get() > 0) {
            grant();
        }
    }

    /**
     * Grants bytes in the order in which bodies wait. Bodies that have started come before large new bodies, because
     * they need fewer further bytes.
     */
    private void grant() {
        final List<Reservation> granted = new ArrayList<>();
        synchronized (this) {
            grant(growing, granted);
            grant(small, granted);
            if (growing.isEmpty()) {
                grant(large, granted);
            }
        }
        granted.forEach(each -> each.admitted.run());
    }

    private void grant(final Set<Reservation> queue, final List<Reservation> granted) {
        final Iterator<Reservation> all = queue.iterator();
        while (all.hasNext()) {
            final Reservation next = all.next();
            if (!tryReserve(next.wanted, next.limit())) {
                return;
            }
            all.remove();
            next.granted();
            granted.add(next);
        }
    }

    /** The bytes that one body has reserved. They become free when all holders have released them. */
    final class Reservation {

        private final Runnable admitted;
        private final AtomicInteger holders = new AtomicInteger(1);
        private boolean hasQueued;
        private long reserved;
        private long wanted;

        /**
         * Creates an empty reservation.
         *
         * @param admitted called on any thread, when awaited bytes are granted
         */
        Reservation(final Runnable admitted) {
            this.admitted = admitted;
        }

        /** Reserves more bytes. Called on the event loop of the request, but not while the body waits for bytes. */
        Result reserve(final long more) {
            wanted = reserved == 0 ? Math.max(more, LEAST) : more;
            if (reserved + wanted > limit()) {
                return Result.IMPOSSIBLE;
            }
            if ((waiting.get() == 0 || isSmall()) && tryReserve(wanted, limit())) {
                reserved += wanted;
                return Result.ADMITTED;
            }
            return queue();
        }

        /** Reserves the first bytes if at least half of the budget remains free and no body waits for its bytes. */
        boolean tryReserveFirst(final long first) {
            if (waiting.get() > 0 || !tryReserve(first, bytes / 2)) {
                return false;
            }
            reserved = first;
            return true;
        }

        private boolean isSmall() {
            return reserved + wanted <= SMALL;
        }

        private long limit() {
            return isSmall() ? bytes : forLarge;
        }

        private Result queue() {
            synchronized (BodyBudget.this) {
                final boolean grows = reserved > 0;
                if (waiting.get() >= mostWaiting || (grows && reservedByGrowing + reserved > bytes / 2)) {
                    return Result.REFUSED;
                }
                final Set<Reservation> queue = grows ? growing : isSmall() ? small : large;
                waiting.incrementAndGet();
                reservedByGrowing += reserved;
                // Bytes may have become free since the first attempt, before this one was counted as waiting.
                if (queue.isEmpty() && (queue != large || growing.isEmpty()) && tryReserve(wanted, limit())) {
                    granted();
                    return Result.ADMITTED;
                }
                hasQueued = true;
                queue.add(this);
                return Result.WAITING;
            }
        }

        /** Guarded by the monitor of the budget. */
        private void granted() {
            waiting.decrementAndGet();
            reservedByGrowing -= reserved;
            reserved += wanted;
        }

        /** Adds a holder. */
        void retain() {
            holders.incrementAndGet();
        }

        /**
         * Removes a holder; the last one frees the reserved bytes and leaves the queue.
         *
         * @param drop drops the bytes; called only for the last holder, before the reserved bytes are freed
         */
        void release(final Runnable drop) {
            if (holders.decrementAndGet() > 0) {
                return;
            }
            drop.run();
            if (hasQueued) {
                leaveQueue();
            }
            free(reserved);
        }

        /** Stops waiting for more bytes; the bytes already granted remain reserved. */
        void stopWaiting() {
            if (hasQueued) {
                leaveQueue();
                free(0);
            }
        }

        private void leaveQueue() {
            synchronized (BodyBudget.this) {
                if (growing.remove(this) || small.remove(this) || large.remove(this)) {
                    reservedByGrowing -= reserved;
                    waiting.decrementAndGet();
                }
            }
        }
    }
}
