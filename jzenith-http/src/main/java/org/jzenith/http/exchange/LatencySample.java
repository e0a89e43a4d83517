package org.jzenith.http.exchange;

/** A request that counts for the limit that follows latency. Used on its event loop. */
final class LatencySample {

    private final AdaptiveLimit limit;
    private final long begun = System.nanoTime();

    LatencySample(final AdaptiveLimit limit) {
        this.limit = limit;
        limit.begun();
    }

    /** The request has been answered, in a time that says how fast the server is. */
    void answered() {
        limit.answered(System.nanoTime() - begun);
    }

    /** The request counts no longer; its time says nothing. */
    void discarded() {
        limit.ended();
    }
}
