package org.jzenith.core.internal.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Logs an event that may happen often: for each kind of it a limited number of lines in a period, by default one, with the number of
 * events since the line before. Safe for use by many threads; one that does not log a line does not wait.
 */
public final class CountedWarning {

    private static final Duration PERIOD = Duration.ofSeconds(10);

    /** Further kinds share lines, because a client may invent kinds. */
    private static final int MOST_KINDS = 100;

    private final Logger logger;
    private final Level level;
    private final int lines;
    private final String text;
    private final Duration period;
    private final Map<String, Kind> kinds = new HashMap<>();
    private long total;

    /**
     * Creates a warning that has logged nothing yet, with a line in ten seconds at most.
     *
     * @param logger gets the lines, on level WARN
     * @param text the event and its cause, as a sentence; the count is appended to it
     */
    public CountedWarning(final Logger logger, final String text) {
        this(logger, Level.WARN, 1, text, PERIOD);
    }

    /**
     * Creates a warning that has logged nothing yet.
     *
     * @param logger gets the lines, on level WARN
     * @param text the event and its cause, as a sentence; the count is appended to it
     * @param period the time between two lines of a kind, in whole seconds
     */
    public CountedWarning(final Logger logger, final String text, final Duration period) {
        this(logger, Level.WARN, 1, text, period);
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
        this(logger, level, lines, text, PERIOD);
    }

    private CountedWarning(
            final Logger logger, final Level level, final int lines, final String text, final Duration period) {
        this.logger = logger;
        this.level = level;
        this.lines = lines;
        this.text = text;
        this.period = period;
    }

    private static final class Kind {

        private long next;
        private int logged;
        private long count;

        Kind(final long now) {
            this.next = now;
        }
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
        add("", () -> reason);
    }

    /**
     * Counts one more occurrence of a kind that has its own lines.
     *
     * @param kind the kind, such as a route or the name of an exception
     * @param reason a sentence that follows the text; called only if this occurrence gets a line
     */
    public void add(final String kind, final Supplier<String> reason) {
        final long count = countIfDue(kind);
        if (count > 0) {
            log(count, reason.get(), null);
        } else if (lines > 1 && logger.isDebugEnabled()) {
            logger.debug("{}", line(reason.get()));
        }
    }

    /**
     * Counts one more error. Errors of the same type that come from the same line of the application are of one kind.
     *
     * @param error is logged with its stack trace; its message is escaped
     */
    public void add(final Throwable error) {
        final @Nullable Throwable cause = error.getCause();
        // without messages, because they can contain values of clients
        final long count = countIfDue(error.getClass().getName()
                + (cause == null ? "" : " " + cause.getClass().getName())
                + " " + LogText.applicationFrame(error));
        if (count > 0) {
            log(count, "", LogText.escape(error));
        } else if (logger.isDebugEnabled()) {
            logger.debug("{}", text, LogText.escape(error));
        }
    }

    /** Returns the number of occurrences since the last line if the next line is due, or 0. */
    private synchronized long countIfDue(final String name) {
        total++;
        final long now = System.nanoTime();
        if (kinds.size() >= MOST_KINDS && !kinds.containsKey(name)) {
            kinds.values().removeIf(kind -> kind.count == 0 && now - kind.next >= 0);
        }
        final Kind kind = kinds.computeIfAbsent(
                kinds.size() < MOST_KINDS || kinds.containsKey(name) ? name : "", any -> new Kind(now));
        kind.count++;
        if (now - kind.next >= 0) {
            kind.next = now + period.toNanos();
            kind.logged = 0;
        }
        if (kind.logged == lines) {
            return 0;
        }
        kind.logged++;
        final long count = kind.count;
        kind.count = 0;
        return count;
    }

    private void log(final long count, final String reason, final @Nullable Throwable error) {
        logger.atLevel(level).setCause(error).log("{}{}", line(reason), counted(count));
    }

    private String line(final String reason) {
        return text + (text.isEmpty() || reason.isEmpty() ? "" : " ") + reason;
    }

    private String counted(final long count) {
        if (lines > 1 && count == 1) {
            return "";
        }
        return " This happened " + (count == 1 ? "once" : count + " times") + " since the last such line; "
                + (lines > 1
                        ? "the others were logged at DEBUG."
                        : "there is at most one such line in " + period.toSeconds() + " s.");
    }
}
