package org.jzenith.http.admission;

import java.util.concurrent.TimeUnit;
import org.jzenith.http.request.RequestExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs requests whose deadline has passed: at most one line a second, with the number of those that were not logged. Safe for use by
 * many threads.
 */
public final class DeadlineLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(DeadlineLog.class);

    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long line = System.nanoTime() - LINE_NANOS;
    private long unreported;

    /**
     * Logs that the deadline of a request has passed.
     *
     * @param request the request, for its description
     * @param id the request id
     * @param stage the stage in which the deadline passed
     */
    public void passed(final RequestExecutor request, final String id, final String stage) {
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
                request.description(),
                id,
                stage,
                others == 0 ? "" : " So were " + others + " others since the last line like this one.");
    }
}
