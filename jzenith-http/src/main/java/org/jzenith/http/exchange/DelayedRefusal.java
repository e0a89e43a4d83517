package org.jzenith.http.exchange;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A refusal that is sent at the time for which the client was told to wait.
 *
 * @param head status and headers
 * @param content the whole content
 * @param due by {@link System#nanoTime}
 */
record DelayedRefusal(ResponseHead head, Buffer content, long due) {

    /** Null if the refusal is sent at once. */
    static @Nullable DelayedRefusal of(
            final Exchange exchange, final ResponseHead head, final Buffer content, final long now) {
        final ServerRequest request = exchange.request();
        final long wait = RetryTime.waitNanos(request.incoming().connection(), now);
        return wait > 0 && exchange.requests().listener().delaysRefusals() && !request.isFromProxy()
                ? new DelayedRefusal(head, content, now + wait)
                : null;
    }
}
