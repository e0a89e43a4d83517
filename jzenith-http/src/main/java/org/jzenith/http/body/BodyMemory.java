package org.jzenith.http.body;

import io.reactivex.disposables.Disposables;
import org.jspecify.annotations.Nullable;

/**
 * Memory counted in a budget of the server. It holds the kept bytes of a body read in pieces, or the value parsed from a
 * body. It is released with the request, or later if something still uses it. Used on the event loop of the request, except
 * where a method says otherwise.
 */
public final class BodyMemory {

    private final BodyOwner owner;
    private final BodyLimits limits;
    private final BodyBudget.Reservation reservation;
    private final @Nullable Runnable requestEnded;
    private final boolean outlastsRequest;
    private @Nullable Runnable admitted;
    private boolean ended;
    private boolean released;

    /**
     * Creates memory that counts no bytes yet.
     *
     * @param requestEnded runs when the request ends; null for nothing
     * @param outlastsRequest true if only {@link #release} releases the bytes
     */
    BodyMemory(
            final BodyOwner owner,
            final BodyLimits limits,
            final BodyBudget budget,
            final @Nullable Runnable requestEnded,
            final boolean outlastsRequest) {
        this.owner = owner;
        this.limits = limits;
        this.requestEnded = requestEnded;
        this.outlastsRequest = outlastsRequest;
        this.reservation = budget.new Reservation(() -> owner.executeLater(this::granted));
    }

    /** Reserves the first bytes if at least half of the budget remains free and no body waits for its bytes. */
    boolean tryReserveFirst(final long first) {
        return !ended && !released && reservation.tryReserveFirst(first);
    }

    /**
     * Reserves more bytes. Do not call it while an earlier call still waits for bytes.
     *
     * @param more the number of additional bytes
     * @param later if this method returns false, runs once the bytes are reserved; never runs if there is no room in
     *     time
     * @return true if the bytes are reserved; false if they are awaited, or if the request has been refused
     */
    public boolean reserve(final long more, final Runnable later) {
        if (ended || released) {
            return false;
        }
        switch (reservation.reserve(more)) {
            case ADMITTED -> {
                return true;
            }
            case WAITING -> admitted = later;
            case IMPOSSIBLE -> owner.refuse(limits.largerThanBudget());
            case REFUSED -> owner.refuse(BodyBudget.noRoom());
        }
        return false;
    }

    private void granted() {
        final Runnable waiting = admitted;
        admitted = null;
        if (waiting != null && !ended && !released) {
            waiting.run();
        }
    }

    /**
     * Keeps the bytes reserved for work that may outlast the request. The returned action releases them; it may run on
     * any thread, and only its first run counts.
     */
    Runnable retain() {
        if (released) {
            return () -> {};
        }
        reservation.retain();
        return Disposables.fromRunnable(() -> reservation.release(() -> {}))::dispose;
    }

    /** Releases all bytes. A second call does nothing. */
    public void release() {
        if (!released) {
            released = true;
            admitted = null;
            reservation.release(() -> {});
        }
    }

    /** Releases the memory at the end of the request, unless it outlasts the request. */
    void end() {
        if (!ended && !released) {
            ended = true;
            admitted = null;
            if (outlastsRequest) {
                reservation.stopWaiting();
            } else {
                release();
            }
            if (requestEnded != null) {
                owner.executeLater(requestEnded);
            }
        }
    }
}
