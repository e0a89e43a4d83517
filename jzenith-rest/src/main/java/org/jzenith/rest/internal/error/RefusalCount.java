package org.jzenith.rest.internal.error;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the requests that are refused because something they need is not there or not free. The more there are, the
 * later clients are asked to come back, and not all at the same time. The log has one line for all of them. Safe for use
 * by many threads.
 */
final class RefusalCount {

    private static final Logger LOGGER = LoggerFactory.getLogger(Errors.class);

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** One more second to wait for so many refusals a second; at 0.05 ms each they cost 2.5 % of a processor. */
    private static final long PER_SECOND = 500;

    /** The longest time that is added, in seconds. */
    private static final long LONGEST = 20;

    private static final int DEEPEST = 20;

    private static final int LONGEST_MESSAGE = 300;

    private long second = System.nanoTime();
    private long before;
    private long count;
    private final CountedWarning refused = new CountedWarning(LOGGER, "A request got a 503.");

    /**
     * One more.
     *
     * @return seconds to add to the time after which the client may try again, drawn by lot
     */
    long add(final Throwable reason) {
        final long rate;
        synchronized (this) {
            rate = rate(System.nanoTime()) + 1;
            count++;
        }
        refused.add("", () -> described(reason));
        final long spread = Math.min(LONGEST, rate / PER_SECOND);
        return spread == 0 ? 0 : ThreadLocalRandom.current().nextLong(spread + 1);
    }

    /** Returns true if refusals are so frequent that responding to them takes capacity from other requests. */
    synchronized boolean isFlood() {
        return rate(System.nanoTime()) >= PER_SECOND;
    }

    /** Returns the refusals of this second or of the one before, whichever are more. */
    private long rate(final long now) {
        if (now - second >= SECOND_NANOS) {
            before = now - second < 2 * SECOND_NANOS ? count : 0;
            count = 0;
            second = now;
        }
        return Math.max(before, count);
    }

    private static String described(final Throwable reason) {
        final String message = LogText.escape(String.valueOf(reason.getMessage()));
        return reason.getClass().getSimpleName() + ": " + message + cause(reason) + (message.endsWith(".") ? "" : ".");
    }

    /** Describes the root cause, as a reason may only say that something is unreachable. */
    private static String cause(final Throwable reason) {
        Throwable last = reason;
        for (int depth = 0; depth < DEEPEST && last.getCause() != null; depth++) {
            last = last.getCause();
        }
        if (last == reason) {
            return "";
        }
        final String message = String.valueOf(last.getMessage());
        return " (caused by " + last.getClass().getName() + ": "
                + LogText.escape(
                        message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE) + "..")
                + ")";
    }
}
