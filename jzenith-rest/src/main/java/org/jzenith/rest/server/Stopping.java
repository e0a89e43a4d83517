package org.jzenith.rest.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The stop of the server: whether it has begun, and how fast connections are to go. Safe for use by many threads. */
final class Stopping {

    static final long TICK_MILLIS = 20;

    private final long quietNanos;
    private volatile boolean begun;
    private volatile boolean accepting = true;
    private long begin;
    private long end;

    Stopping(final Duration quiet) {
        this.quietNanos = quiet.toNanos();
    }

    /**
     * The stop begins; false if it has begun before.
     *
     * @param delay until the server accepts nothing more
     */
    synchronized boolean begin(final Duration delay) {
        if (begun) {
            return false;
        }
        begin = System.nanoTime();
        end = begin + delay.toNanos();
        begun = true;
        return true;
    }

    void endAccepting() {
        accepting = false;
    }

    /** Each answer closes its connection from now on. */
    boolean isBegun() {
        return begun;
    }

    /** The delay is over: nothing new is accepted. */
    boolean isAccepting() {
        return accepting;
    }

    /** How long a client must have been silent before its connection is closed. */
    long quietNanos() {
        return quietNanos;
    }

    /** How many of the quiet connections go now: all of them, or during the delay a part, so that none come at once. */
    synchronized int numberToClose(final int quiet, final long now) {
        final long left = TimeUnit.NANOSECONDS.toMillis(end - now);
        return accepting && left > TICK_MILLIS ? (int) Math.ceil((double) quiet * TICK_MILLIS / left) : quiet;
    }

    /** A client that was silent before the signal, too, has the time to be told by an answer. */
    synchronized boolean mayClose(final long now) {
        return now - begin >= quietNanos;
    }

    /** The delay is over, and so is the time of clients that always send more than is answered. */
    synchronized boolean isGraceOver(final long now) {
        return !accepting && now - begin >= quietNanos;
    }
}
