package org.jzenith.http.exchange;

import io.vertx.core.Vertx;

/** Looks at the time of a request at a deadline of its own; the deadlines of the other requests are looked at together. */
final class DeadlineTimer {

    private static final long MILLI_NANOS = 1_000_000;

    private final Vertx vertx;
    private final long timer;

    /**
     * Starts the timer.
     *
     * @param nanos until the deadline
     * @param passed runs on the event loop
     */
    DeadlineTimer(final Vertx vertx, final long nanos, final Runnable passed) {
        this.vertx = vertx;
        this.timer = vertx.setTimer(nanos / MILLI_NANOS + 1, due -> passed.run());
    }

    /** Without effect once it has passed. */
    void cancel() {
        vertx.cancelTimer(timer);
    }
}
