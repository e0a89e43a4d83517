package org.jzenith.http.connection;

import java.util.concurrent.atomic.AtomicLong;

/** Limits the bytes of responses that wait for clients, on all connections together. Safe for use by many threads. */
final class ResponseBudget {

    private final AtomicLong waiting = new AtomicLong();
    private final long limit;

    ResponseBudget(final long limit) {
        this.limit = limit;
    }

    void add(final long bytes) {
        waiting.addAndGet(bytes);
    }

    long waiting() {
        return waiting.get();
    }

    boolean hasRoom() {
        return waiting.get() < limit;
    }
}
