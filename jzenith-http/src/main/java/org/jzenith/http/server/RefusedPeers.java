package org.jzenith.http.server;

import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs connections that the PROXY protocol refuses, one in ten seconds at most. Safe for use by many threads. */
final class RefusedPeers {

    private static final Logger LOGGER = LoggerFactory.getLogger(RefusedPeers.class);

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String prefix;
    private final AtomicLong next = new AtomicLong(System.nanoTime());

    /** @param prefix what stands before the keys of the listener */
    RefusedPeers(final String prefix) {
        this.prefix = prefix;
    }

    void notTrusted(final Channel channel) {
        warn(channel, "it is not one of rest.trusted-proxies");
    }

    void withoutHeader(final Channel channel) {
        warn(channel, "it does not begin with a header of the PROXY protocol");
    }

    private void warn(final Channel channel, final String reason) {
        final long now = System.nanoTime();
        final long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + PERIOD_NANOS)) {
            LOGGER.warn(
                    "A connection of {} is closed, because {} and {}.proxy-protocol is on. Others in the next 10 s are not"
                            + " logged.",
                    LogText.escape(String.valueOf(channel.remoteAddress())),
                    reason,
                    prefix);
        }
    }
}
