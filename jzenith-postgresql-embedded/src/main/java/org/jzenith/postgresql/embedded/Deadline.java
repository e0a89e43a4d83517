package org.jzenith.postgresql.embedded;

import java.time.Duration;

/** The moment at which all steps of one start must be done. */
record Deadline(long nanoTime) {

    static Deadline in(final Duration limit) {
        return new Deadline(System.nanoTime() + limit.toNanos());
    }

    /** What is left, at least one second, so that each step can still report its own failure. */
    Duration left() {
        return Duration.ofNanos(Math.max(nanoTime - System.nanoTime(), 1_000_000_000L));
    }

    boolean hasPassed() {
        return System.nanoTime() - nanoTime >= 0;
    }
}
