package org.jzenith.core.internal.limit;

import java.time.Duration;

/** Turns a limit of time into nanoseconds, in which it is compared. */
public final class NanoTime {

    /** The longest limit: neither a sum nor a difference with it overflows. */
    public static final Duration LONGEST = Duration.ofDays(365);

    private NanoTime() {}

    /**
     * The limit in nanoseconds.
     *
     * @param limit more than 365 days count as 365 days
     * @return the limit in nanoseconds, for differences of {@link System#nanoTime}
     */
    public static long of(final Duration limit) {
        return limit.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : limit.toNanos();
    }
}
