package org.jzenith.jobs;

import java.time.Duration;

/** The times of a job, in milliseconds of the job's clock. */
interface Schedule {

    /** The value for no further time. */
    long NEVER = Long.MAX_VALUE;

    /** A hundred years: sums of such times do not overflow. */
    Duration LONGEST = Duration.ofDays(36_525);

    /** Returns a duration in milliseconds, but at most {@link #LONGEST}. */
    static long millis(final Duration duration) {
        return (duration.compareTo(LONGEST) < 0 ? duration : LONGEST).toMillis();
    }

    /** The clock. */
    long now();

    /** The first time. */
    long first();

    /**
     * The time after another one, in the future: times that have passed are left out.
     *
     * @param due the last time
     * @return the next one, or {@link #NEVER}
     */
    long after(long due);

    /** Returns the text for the log. */
    @Override
    String toString();
}
