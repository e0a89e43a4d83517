package org.jzenith.http.internal.write;

import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.jzenith.http.write.ResponseHead;

/**
 * A 503 held back for the announced Retry-After. While very many requests are refused, a client that retries earlier and is
 * refused again gets the refusal only at that time, so that it does not take time from others. The connection remembers the
 * time. Used on its event loop only.
 *
 * @param head status and headers
 * @param content the whole content
 * @param due by {@link System#nanoTime}
 */
public record DelayedRefusal(ResponseHead head, Buffer content, long due) {

    /** The longest delay of a refusal. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final AttributeKey<Long> TIME = AttributeKey.valueOf(DelayedRefusal.class, "time");

    /** Returns the refusal of a client that retries before its time; null for other clients. */
    public static @Nullable DelayedRefusal of(
            final HttpConnection connection, final ResponseHead head, final Buffer content, final long now) {
        final @Nullable Long time = attribute(connection).get();
        return time == null || time - now <= 0 ? null : new DelayedRefusal(head, content, time);
    }

    /** Remembers that a refusal is sent now. */
    public static void sent(final HttpConnection connection, final long seconds, final long now) {
        attribute(connection).set(now + Math.min(LONGEST_NANOS, TimeUnit.SECONDS.toNanos(seconds)));
    }

    private static Attribute<Long> attribute(final HttpConnection connection) {
        return VertxHttp.channelOf(connection).attr(TIME);
    }
}
