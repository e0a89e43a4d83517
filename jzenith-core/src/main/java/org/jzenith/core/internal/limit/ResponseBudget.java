package org.jzenith.core.internal.limit;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the bytes of responses that are held at a time: those that wait for clients, or those that are collected from other
 * services. Safe for use by many threads.
 */
public final class ResponseBudget {

    private final AtomicLong held = new AtomicLong();
    private final long limit;

    /**
     * Creates a budget of which nothing is used.
     *
     * @param limit in bytes
     */
    public ResponseBudget(final long limit) {
        this.limit = limit;
    }

    /**
     * Adds bytes that are held from now on, also beyond the limit.
     *
     * @param bytes a negative number for bytes that are not held any more
     */
    public void add(final long bytes) {
        held.addAndGet(bytes);
    }

    /**
     * Returns the bytes that are held.
     *
     * @return may be more than the limit
     */
    public long held() {
        return held.get();
    }

    /**
     * Returns the limit.
     *
     * @return bytes
     */
    public long limit() {
        return limit;
    }

    /**
     * Returns true if fewer bytes are held than the limit.
     *
     * @return false if no more should be added
     */
    public boolean hasRoom() {
        return held.get() < limit;
    }
}
