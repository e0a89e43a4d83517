package org.jzenith.embedded.internal;

import java.time.Duration;

/** The time at which all steps of one start must have ended. */
public record TimeLimit(long nanoTime) {

    public static TimeLimit in(final Duration limit) {
        return new TimeLimit(System.nanoTime() + limit.toNanos());
    }

    /** The remaining time, at least one second, so that each step can report its own failure. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(nanoTime - System.nanoTime(), 1_000_000_000L));
    }

    public boolean hasPassed() {
        return System.nanoTime() - nanoTime >= 0;
    }
}
