package org.jzenith.rest.dispatch;

import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * When the client of a connection may try again, as the last refusal on it said. While very many are refused, a client
 * that tries earlier and is refused again gets that answer only then: it would take the time of those that are answered.
 * No other answer waits. Belongs to the event loop of the connection.
 */
final class RetryTime {

    /** An answer waits no longer than this. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final AttributeKey<Long> TIME = AttributeKey.valueOf(RetryTime.class, "time");

    private RetryTime() {}

    /** How long a refusal waits before it is sent, in nanoseconds; zero or less if it does not. */
    static long waitNanos(final HttpConnection connection, final long now) {
        final @Nullable Long time = attribute(connection).get();
        return time == null ? 0 : time - now;
    }

    /** A refusal is sent now. */
    static void tell(final HttpConnection connection, final long seconds, final long now) {
        attribute(connection).set(now + Math.min(LONGEST_NANOS, TimeUnit.SECONDS.toNanos(seconds)));
    }

    private static Attribute<Long> attribute(final HttpConnection connection) {
        return ((ConnectionBase) connection).channel().attr(TIME);
    }
}
