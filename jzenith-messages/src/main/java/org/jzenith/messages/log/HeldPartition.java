package org.jzenith.messages.log;

import io.reactivex.subjects.CompletableSubject;
import org.jzenith.core.lease.Lease;

/** A partition whose lease this instance has, or has lost while the listener still handles messages. Used on the event loop of the engine. */
final class HeldPartition {

    private final int number;
    private final Lease lease;
    private final CompletableSubject gone = CompletableSubject.create();
    private State state = State.CLAIMED;
    private long validUntil;
    private long position;
    private long committed;
    private boolean paused;

    /** The states of a lease on this instance. */
    enum State {
        /** This instance has the lease, but the listener does not know it yet. */
        CLAIMED,
        /** The listener has the partition. */
        ASSIGNED,
        /** The listener finishes messages in progress, and commits them. */
        REVOKED,
        /** The lease is being released. */
        RELEASED,
        /** Another instance can have the partition, and the listener ends messages in progress. */
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

    /** Returns true if this instance has the partition, and is not giving it up. */
    boolean isKept() {
        return is(State.CLAIMED) || is(State.ASSIGNED);
    }

    /** Returns true if positions of the partition can be committed. */
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
