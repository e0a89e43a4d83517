package org.jzenith.security.authentication;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Logs refused requests with their ids: at most twenty in ten seconds, and then the number of the others. Those are logged at DEBUG.
 * Safe for use by many threads.
 */
public final class RefusalLog {

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST = 20;

    private final Logger logger;
    private final Level level;
    private final String requests;
    private long endNanos = System.nanoTime();
    private int lines;
    private long others;

    /**
     * Creates a log without lines.
     *
     * @param logger the logger of the class that refuses
     * @param level the level of the lines within the limit
     * @param requests the kind of requests, for example {@code requests with wrong credentials}
     */
    public RefusalLog(final Logger logger, final Level level, final String requests) {
        this.logger = logger;
        this.level = level;
        this.requests = requests;
    }

    /**
     * Logs a refused request.
     *
     * @param request its context, with the request id; null if there is none
     * @param line the reason in a sentence; control characters are escaped
     */
    public void add(final @Nullable RequestContext request, final String line) {
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
                logger.atLevel(level)
                        .log("{} more {} were refused before this line; they were logged at DEBUG.", counted, requests);
            }
            logger.atLevel(isLogged ? level : Level.DEBUG).log("{}", LogText.escape(line));
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
