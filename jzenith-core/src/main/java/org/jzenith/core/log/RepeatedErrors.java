package org.jzenith.core.log;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/**
 * Logs errors that may occur often: of each kind the first, the second, the fourth and so on as warnings, all others at
 * DEBUG. Safe for use by many threads.
 */
public final class RepeatedErrors {

    private final Logger logger;
    private final String text;
    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

    /**
     * Creates a log of errors that has counted nothing yet.
     *
     * @param logger gets the lines
     * @param text the event and its cause, as a sentence; the count is appended to it
     */
    public RepeatedErrors(final Logger logger, final String text) {
        this.logger = logger;
        this.text = text;
    }

    /**
     * Logs or counts an error.
     *
     * @param error its message is escaped
     */
    public void add(final Throwable error) {
        final long count =
                counts.computeIfAbsent(kind(error), none -> new AtomicLong()).incrementAndGet();
        if ((count & (count - 1)) == 0) {
            logger.warn("{} Errors of this kind so far: {}.", text, count, LogText.escape(error));
        } else if (logger.isDebugEnabled()) {
            logger.debug("{} Errors of this kind so far: {}.", text, count, LogText.escape(error));
        }
    }

    /** Returns the types and the application's line. The code limits their number; messages can contain values of clients. */
    private static String kind(final Throwable error) {
        final Throwable cause = error.getCause();
        return error.getClass().getName()
                + (cause == null ? "" : " " + cause.getClass().getName())
                + " " + LogText.applicationFrame(error);
    }
}
