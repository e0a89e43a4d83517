package org.jzenith.sql.internal.connection;

/**
 * Remembers if the runs of one statement text were slow lately. Slow time and fast runs are weighed against each other: a new text counts as
 * slow after one slow run, because the same text may be slow for some values only. A text of which many runs were fast counts as slow only
 * after several slow runs, or one that takes several times as long, because one answer may be late on a busy machine. Safe for use by many
 * threads; a count that is lost between them does not matter.
 */
public final class StatementPace {

    /** The number of fast runs that outweigh the time after which a run is slow. */
    private static final int FAST_RUNS = 16;

    /** The highest number of fast runs that count. */
    private static final int MOST_FAST_RUNS = 3 * FAST_RUNS;

    /** The number of fast runs after which the text counts as fast; below zero, the number of those before the next slow one. */
    private volatile int fastRunsLeft;

    boolean isSlow() {
        return fastRunsLeft > 0;
    }

    /** Notes that a run is slow; called again each time when it has taken as long again. */
    void slowRun() {
        fastRunsLeft = Math.min(FAST_RUNS, fastRunsLeft + FAST_RUNS);
    }

    void fastRun() {
        final int left = fastRunsLeft;
        if (left > -MOST_FAST_RUNS) {
            fastRunsLeft = left - 1;
        }
    }
}
