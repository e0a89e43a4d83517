package org.jzenith.http.exchange;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs requests whose deadline has passed: one line a second at most, which counts the others. Safe for use by many
 * threads.
 */
final class DeadlineLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(ListenerRequests.class);

    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long line = System.nanoTime() - LINE_NANOS;
    private long unreported;

    void passed(final Exchange exchange, final String stage) {
        final long others;
        synchronized (this) {
            final long now = System.nanoTime();
            if (now - line < LINE_NANOS) {
                unreported++;
                return;
            }
            line = now;
            others = unreported;
            unreported = 0;
        }
        LOGGER.warn(
                "The deadline of {}, request {}, has passed in the stage '{}'; it was disposed.{}",
                exchange.description(),
                exchange.context().id(),
                stage,
                others == 0 ? "" : " So were " + others + " others since the last line like this one.");
    }
}
