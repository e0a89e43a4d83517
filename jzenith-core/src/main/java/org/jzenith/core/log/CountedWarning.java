package org.jzenith.core.log;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Logs something that may happen often: one line in ten seconds at most, which counts the others. Safe for use by many
 * threads; one that does not log a line does not wait.
 */
public final class CountedWarning {

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Logger logger;
    private final String text;
    private long next = System.nanoTime();
    private long count;
    private long total;

    /**
     * Creates a warning that has logged nothing yet.
     *
     * @param logger gets the lines, on level WARN
     * @param text the event and its cause, as a sentence; the count is appended to it
     */
    public CountedWarning(final Logger logger, final String text) {
        this.logger = logger;
        this.text = text;
    }

    /**
     * Returns the number of all occurrences.
     *
     * @return also of those without a line
     */
    public synchronized long total() {
        return total;
    }

    /** Counts one more occurrence. */
    public void add() {
        add("");
    }

    /**
     * Counts one more occurrence.
     *
     * @param reason a sentence that follows the text if this occurrence gets a line; empty for none
     */
    public void add(final String reason) {
        final long times;
        synchronized (this) {
            count++;
            total++;
            final long now = System.nanoTime();
            if (now - next < 0) {
                return;
            }
            next = now + PERIOD_NANOS;
            times = count;
            count = 0;
        }
        logger.warn(
                "{}{} This has happened {} since the last line like this one; the next comes in 10 s at the earliest.",
                text,
                reason.isEmpty() ? "" : " " + reason,
                times == 1 ? "once" : times + " times");
    }
}
