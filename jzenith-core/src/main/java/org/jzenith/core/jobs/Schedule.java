package org.jzenith.core.jobs;

/** The times of a job, in milliseconds of a clock of its own. */
interface Schedule {

    /** No further time. */
    long NEVER = Long.MAX_VALUE;

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

    /** How it is logged. */
    @Override
    String toString();
}
