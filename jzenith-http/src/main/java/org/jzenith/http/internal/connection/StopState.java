package org.jzenith.http.internal.connection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.internal.limit.NanoTime;

/** The state of a server's shutdown, and the number of connections to close at a time. Thread-safe. */
final class StopState {

    static final long TICK_MILLIS = 20;

    private final long idleGraceNanos;
    private volatile boolean begun;
    private volatile boolean accepting = true;
    private long begin;
    private long end;

    StopState(final Duration idle) {
        this.idleGraceNanos = NanoTime.of(idle);
    }

    /**
     * The stop starts; false if it has started before.
     *
     * @param delay until the server accepts nothing more
     */
    synchronized boolean begin(final Duration delay) {
        if (begun) {
            return false;
        }
        begin = System.nanoTime();
        end = begin + NanoTime.of(delay);
        begun = true;
        return true;
    }

    void endAccepting() {
        accepting = false;
    }

    /** Each response closes its connection from now on. */
    boolean isBegun() {
        return begun;
    }

    /** Returns the time for which a client must have been silent before its connection is closed. */
    long idleGraceNanos() {
        return idleGraceNanos;
    }

    /**
     * Returns the number of idle connections to close now: a part of them during the delay, so that clients do not all reconnect at the
     * same time, and all of them afterwards.
     */
    synchronized int numberToClose(final int idle, final long now) {
        final long left = TimeUnit.NANOSECONDS.toMillis(end - now);
        return accepting && left > TICK_MILLIS ? (int) Math.ceil((double) idle * TICK_MILLIS / left) : idle;
    }

    /** A client that was silent before the signal also has the grace, to learn of the stop from a response. */
    synchronized boolean mayClose(final long now) {
        return now - begin >= idleGraceNanos;
    }

    /** The delay and the grace for clients that keep sending are over. */
    synchronized boolean isGraceOver(final long now) {
        return !accepting && now - begin >= idleGraceNanos;
    }
}
