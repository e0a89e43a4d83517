package org.jzenith.messages.log;

import io.reactivex.subjects.CompletableSubject;
import org.jzenith.core.lease.Lease;

/** A partition for which this instance has a lease, or had one until its listener is done. Used on the event loop of the engine. */
final class HeldPartition {

    private final int number;
    private final Lease lease;
    private final CompletableSubject gone = CompletableSubject.create();
    private State state = State.CLAIMED;
    private long validUntil;
    private long position;
    private long committed;
    private boolean paused;

    /** The life of a lease on this instance. */
    enum State {
        /** The listener does not know of it. */
        CLAIMED,
        /** The listener has it. */
        ASSIGNED,
        /** The listener finishes what is in progress, and commits it. */
        REVOKED,
        /** It is being released. */
        RELEASED,
        /** Another instance can have it, and the listener ends what is in progress. */
        LOST
    }

    HeldPartition(final int number, final Lease lease, final long validUntil) {
        this.number = number;
        this.lease = lease;
        this.validUntil = validUntil;
    }

    int number() {
        return number;
    }

    Lease lease() {
        return lease;
    }

    CompletableSubject gone() {
        return gone;
    }

    boolean is(final State which) {
        return state == which;
    }

    /** Returns true if this instance shall have the partition. */
    boolean isKept() {
        return is(State.CLAIMED) || is(State.ASSIGNED);
    }

    /** Returns true if positions can be committed. */
    boolean isCommittable() {
        return (is(State.ASSIGNED) || is(State.REVOKED)) && isValid();
    }

    boolean isRead() {
        return is(State.ASSIGNED) && !paused && isValid();
    }

    void become(final State next) {
        state = next;
    }

    /** Returns true if no other instance can have the lease yet. */
    boolean isValid() {
        return System.nanoTime() - validUntil < 0;
    }

    void renew(final long until) {
        validUntil = until;
    }

    void pause(final boolean now) {
        paused = now;
    }

    long position() {
        return position;
    }

    void readUpTo(final long last) {
        position = last;
    }

    long committed() {
        return committed;
    }

    void commit(final long last) {
        committed = Math.max(committed, last);
    }
}
