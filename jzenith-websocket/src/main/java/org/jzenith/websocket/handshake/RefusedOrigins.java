package org.jzenith.websocket.handshake;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs handshakes whose origin is not allowed, one in ten seconds at most: a browser hides the status of the answer from
 * its page. Safe for use by many threads.
 */
public final class RefusedOrigins {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.websocket.WebSocket");

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The maximum length of a logged origin. */
    private static final int MAX_LENGTH = 200;

    private final AtomicLong next = new AtomicLong(System.nanoTime());

    public void log(final String origin, final String route, final String client) {
        final long now = System.nanoTime();
        final long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + PERIOD_NANOS)) {
            LOGGER.warn(
                    "A handshake of {} for the WebSocket {} gets a 403, because its origin '{}' is neither this server's"
                            + " nor in websocket.origins. If its pages may open WebSockets, add the origin there. Others in"
                            + " the next 10 s are not logged.",
                    LogText.escape(client),
                    route,
                    LogText.escape(origin.length() > MAX_LENGTH ? origin.substring(0, MAX_LENGTH) + "..." : origin));
        }
    }
}
