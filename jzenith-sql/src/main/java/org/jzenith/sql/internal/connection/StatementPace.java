package org.jzenith.sql.internal.connection;

/**
 * Remembers if the runs of one statement text were slow lately. A text counts as slow after one slow run, until several runs in a
 * row were fast, because the same text may be slow for some values only. Safe for use by many threads; a count that is lost between
 * them does not matter.
 */
public final class StatementPace {

    private static final int FAST_RUNS = 16;

    /** The number of fast runs after which the text counts as fast; zero if it does. */
    private volatile int fastRunsLeft;

    boolean isSlow() {
        return fastRunsLeft > 0;
    }

    void slowRun() {
        fastRunsLeft = FAST_RUNS;
    }

    void fastRun() {
        final int left = fastRunsLeft;
        if (left > 0) {
            fastRunsLeft = left - 1;
        }
    }
}
