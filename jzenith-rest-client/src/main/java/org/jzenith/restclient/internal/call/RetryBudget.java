package org.jzenith.restclient.internal.call;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The retries of all calls of a client: one for five calls, so that retries add at most a fifth to the load of a service that is
 * failing. A few are there at the beginning, and a few more can be saved. Safe for use by many threads.
 */
final class RetryBudget {

    private static final int COST = 5;
    private static final int FIRST = 2 * COST;
    private static final int MOST = 10 * COST;

    private final AtomicInteger fifths = new AtomicInteger(FIRST);

    /** Counts a call. */
    void add() {
        if (fifths.get() < MOST) {
            fifths.incrementAndGet();
        }
    }

    /** Takes a retry; false if there is none left. */
    boolean take() {
        return fifths.getAndUpdate(left -> left >= COST ? left - COST : left) >= COST;
    }
}
