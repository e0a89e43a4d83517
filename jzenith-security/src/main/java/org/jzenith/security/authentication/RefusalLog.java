package org.jzenith.security.authentication;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs refused requests with their ids: at most twenty in ten seconds, and then the number of the others. Those are logged at DEBUG.
 * Safe for use by many threads.
 */
final class RefusalLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(AuthenticationGuard.class);
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST = 20;

    private long endNanos = System.nanoTime();
    private int lines;
    private long others;

    void add(final @Nullable RequestContext request, final String mechanism, final String reason) {
        final long counted;
        final boolean isLogged;
        synchronized (this) {
            final long now = System.nanoTime();
            if (now - endNanos >= 0) {
                endNanos = now + PERIOD_NANOS;
                lines = 0;
            }
            isLogged = lines < MOST;
            counted = lines == 0 ? others : 0;
            if (isLogged) {
                lines++;
                others = lines == 1 ? 0 : others;
            } else {
                others++;
            }
        }
        inContext(request, () -> {
            if (counted > 0) {
                LOGGER.warn(
                        "{} more requests with wrong credentials were refused before this line; they were logged at"
                                + " DEBUG.",
                        counted);
            }
            LOGGER.atLevel(isLogged ? org.slf4j.event.Level.WARN : org.slf4j.event.Level.DEBUG)
                    .log("The mechanism '{}' refused a request: {}", mechanism, LogText.escape(reason));
        });
    }

    private static void inContext(final @Nullable RequestContext request, final Runnable work) {
        if (request == null) {
            work.run();
        } else {
            request.run(work);
        }
    }
}
