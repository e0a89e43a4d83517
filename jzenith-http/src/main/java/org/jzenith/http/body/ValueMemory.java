package org.jzenith.http.body;

/**
 * Memory of values that any thread parses from one body, counted in a budget of the server. Reserving never waits for room. Safe
 * for use by many threads.
 */
public final class ValueMemory {

    private final BodyBudget budget;
    private long reserved;
    private boolean released;

    ValueMemory(final BodyBudget budget) {
        this.budget = budget;
    }

    /**
     * Reserves more bytes.
     *
     * @param more the number of additional bytes
     * @return false if there is no room now, or if the memory is released
     */
    public synchronized boolean tryReserve(final long more) {
        if (released || !budget.tryReserveNow(more, reserved)) {
            return false;
        }
        reserved += more;
        return true;
    }

    /** Releases all bytes. A second call does nothing. */
    public void release() {
        final long freed;
        synchronized (this) {
            freed = reserved;
            reserved = 0;
            released = true;
        }
        budget.free(freed);
    }
}
