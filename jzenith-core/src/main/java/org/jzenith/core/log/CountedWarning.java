package org.jzenith.core.log;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Logs something that may happen often: a limited number of lines in ten seconds, by default one, which count the others. Safe for use
 * by many threads; one that does not log a line does not wait.
 */
public final class CountedWarning {

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Logger logger;
    private final Level level;
    private final int lines;
    private final String text;
    private long next = System.nanoTime();
    private int logged;
    private long count;
    private long total;

    /**
     * Creates a warning that has logged nothing yet, with one line in ten seconds.
     *
     * @param logger gets the lines, on level WARN
     * @param text the event and its cause, as a sentence; the count is appended to it
     */
    public CountedWarning(final Logger logger, final String text) {
        this(logger, Level.WARN, 1, text);
    }

    /**
     * Creates a warning that has logged nothing yet. With several lines in ten seconds, further ones are logged at DEBUG.
     *
     * @param logger gets the lines
     * @param level the level of the lines
     * @param lines the largest number of lines in ten seconds
     * @param text the event and its cause, as a sentence; empty if the reasons say all
     */
    public CountedWarning(final Logger logger, final Level level, final int lines, final String text) {
        this.logger = logger;
        this.level = level;
        this.lines = lines;
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
        final String line = text + (text.isEmpty() || reason.isEmpty() ? "" : " ") + reason;
        final long times = take();
        if (times > 0) {
            logger.atLevel(level).log("{}{}", line, counted(times));
        } else if (lines > 1) {
            logger.debug("{}", line);
        }
    }

    /** Returns the number of occurrences since the last line, with this one; 0 if it gets no line. */
    private synchronized long take() {
        count++;
        total++;
        final long now = System.nanoTime();
        if (now - next >= 0) {
            next = now + PERIOD_NANOS;
            logged = 0;
        }
        if (logged == lines) {
            return 0;
        }
        logged++;
        final long times = count;
        count = 0;
        return times;
    }

    private String counted(final long times) {
        if (lines > 1 && times == 1) {
            return "";
        }
        return " This has happened " + (times == 1 ? "once" : times + " times") + " since the last line like this one; "
                + (lines > 1 ? "the others were logged at DEBUG." : "the next comes in 10 s at the earliest.");
    }
}
