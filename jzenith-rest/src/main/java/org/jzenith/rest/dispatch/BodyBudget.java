package org.jzenith.rest.dispatch;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that all buffered bodies of the server may take together. Safe for use by many threads.
 *
 * <p>A body whose length is known is admitted whole, so that what is admitted can arrive. One whose length is not known
 * asks again for each block. It may wait for one while it holds others only as long as those who wait in this way hold
 * at most half of the budget together: the other half is free, or held by bodies that arrive or are worked on, so room
 * comes again. An eighth of the budget is kept for small bodies, which never stand behind large ones.
 */
final class BodyBudget {

    /** Up to here a body is small, and this much of a body may have arrived before it is asked to wait. */
    static final int SMALL = 64 * 1024;

    /** What the objects around a body take at least. */
    private static final int LEAST = 1024;

    private static final int FEWEST_WAITING = 16;

    /** What comes of a wish for room. */
    enum Admission {
        ADMITTED,
        WAITING,
        REFUSED,
        IMPOSSIBLE
    }

    private final long bytes;
    private final long forLarge;
    private final int mostWaiting;
    private final AtomicLong held = new AtomicLong();
    private final Set<Reservation> growing = new LinkedHashSet<>();
    private final Set<Reservation> small = new LinkedHashSet<>();
    private final Set<Reservation> coming = new LinkedHashSet<>();
    private long heldByGrowing;
    private final AtomicInteger waiting = new AtomicInteger();

    BodyBudget(final long bytes) {
        this.bytes = bytes;
        this.forLarge = bytes - bytes / 8;
        this.mostWaiting = (int) Math.max(FEWEST_WAITING, Math.min(bytes / SMALL, Integer.MAX_VALUE));
    }

    /** The largest body that can ever be admitted. */
    long largestBody() {
        return forLarge;
    }

    /** Whether somebody waits for room, so that those who have it must hurry. */
    boolean isAwaited() {
        return waiting.get() > 0;
    }

    private boolean take(final long wanted, final long limit) {
        for (; ; ) {
            final long before = held.get();
            if (before + wanted > limit) {
                return false;
            }
            if (held.compareAndSet(before, before + wanted)) {
                return true;
            }
        }
    }

    private void giveBack(final long freed) {
        held.addAndGet(-freed);
        if (waiting.get() > 0) {
            grant();
        }
    }

    /** In the order of waiting. Those who hold something go before large ones that come, being nearer to their end. */
    private void grant() {
        final List<Reservation> granted = new ArrayList<>();
        synchronized (this) {
            grant(growing, granted);
            grant(small, granted);
            if (growing.isEmpty()) {
                grant(coming, granted);
            }
        }
        granted.forEach(each -> each.admitted.run());
    }

    private void grant(final Set<Reservation> queue, final List<Reservation> granted) {
        final Iterator<Reservation> all = queue.iterator();
        while (all.hasNext()) {
            final Reservation next = all.next();
            if (!take(next.wanted, next.limit())) {
                return;
            }
            all.remove();
            next.granted();
            granted.add(next);
        }
    }

    /** What one body holds. It is given back when all holders have let go. */
    final class Reservation {

        private final Runnable admitted;
        private final AtomicInteger holders = new AtomicInteger(1);
        private boolean hasQueued;
        private long reserved;
        private long wanted;

        /**
         * Holds nothing yet.
         *
         * @param admitted is called, on any thread, when room comes that was waited for
         */
        Reservation(final Runnable admitted) {
            this.admitted = admitted;
        }

        /** Asks for more; by the one thread that the body arrives on, and not while it waits. */
        Admission reserve(final long more) {
            wanted = reserved == 0 ? Math.max(more, LEAST) : more;
            if (reserved + wanted > limit()) {
                return Admission.IMPOSSIBLE;
            }
            if ((waiting.get() == 0 || isSmall()) && take(wanted, limit())) {
                reserved += wanted;
                return Admission.ADMITTED;
            }
            return queue();
        }

        private boolean isSmall() {
            return reserved + wanted <= SMALL;
        }

        private long limit() {
            return isSmall() ? bytes : forLarge;
        }

        private Admission queue() {
            synchronized (BodyBudget.this) {
                final boolean grows = reserved > 0;
                if (waiting.get() >= mostWaiting || (grows && heldByGrowing + reserved > bytes / 2)) {
                    return Admission.REFUSED;
                }
                final Set<Reservation> queue = grows ? growing : isSmall() ? small : coming;
                waiting.incrementAndGet();
                heldByGrowing += reserved;
                // Somebody may have left since the first look, and seen nobody wait.
                if (queue.isEmpty() && (queue != coming || growing.isEmpty()) && take(wanted, limit())) {
                    granted();
                    return Admission.ADMITTED;
                }
                hasQueued = true;
                queue.add(this);
                return Admission.WAITING;
            }
        }

        /** Guarded by the budget. */
        private void granted() {
            waiting.decrementAndGet();
            heldByGrowing -= reserved;
            reserved += wanted;
        }

        /** One more has to let go. */
        void hold() {
            holders.incrementAndGet();
        }

        /**
         * Lets go; the last one gives back what was reserved, and does not wait any more.
         *
         * @param drop called before that by the last one: the bytes go
         */
        void letGo(final Runnable drop) {
            if (holders.decrementAndGet() > 0) {
                return;
            }
            drop.run();
            if (hasQueued) {
                leaveQueue();
            }
            giveBack(reserved);
        }

        private void leaveQueue() {
            synchronized (BodyBudget.this) {
                if (growing.remove(this) || small.remove(this) || coming.remove(this)) {
                    heldByGrowing -= reserved;
                    waiting.decrementAndGet();
                }
            }
        }
    }
}
