package org.jzenith.http.exchange;

import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.vertx.VertxHttp;

/**
 * The time at which the client of a connection may retry, as its last refusal said. While very many requests are
 * refused, a client that retries earlier and is refused again gets the refusal only at that time, so that it does not
 * take time from others. Used on the event loop of the connection only.
 */
final class RetryTime {

    /** The longest delay of a refusal. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final AttributeKey<Long> TIME = AttributeKey.valueOf(RetryTime.class, "time");

    private RetryTime() {}

    /** The delay of a refusal in nanoseconds; zero or less if it is sent at once. */
    static long waitNanos(final HttpConnection connection, final long now) {
        final @Nullable Long time = attribute(connection).get();
        return time == null ? 0 : time - now;
    }

    /** Remembers that a refusal is sent now. */
    static void refusalSent(final HttpConnection connection, final long seconds, final long now) {
        attribute(connection).set(now + Math.min(LONGEST_NANOS, TimeUnit.SECONDS.toNanos(seconds)));
    }

    private static Attribute<Long> attribute(final HttpConnection connection) {
        return VertxHttp.channelOf(connection).attr(TIME);
    }
}
