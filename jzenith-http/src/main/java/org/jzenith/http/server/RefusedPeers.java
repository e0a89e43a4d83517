package org.jzenith.http.server;

import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.log.LogText;
import org.jzenith.http.http2.Http2Preface;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs refused connections. Where the PROXY protocol is on: untrusted peers and connections without its header, at most one in ten
 * seconds. TLS on a plain port and plain HTTP on a TLS port: the first as a warning, later ones as DEBUG. Invalid HTTP/2: as DEBUG,
 * with a count. Safe for use by many threads.
 */
final class RefusedPeers {

    private static final Logger LOGGER = LoggerFactory.getLogger(RefusedPeers.class);

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String prefix;
    private final String trustedProxies;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong withoutHttp2 = new AtomicLong();
    private final AtomicBoolean plainHttpLogged = new AtomicBoolean();
    private final AtomicBoolean tlsLogged = new AtomicBoolean();

    /**
     * @param prefix the prefix of the listener's keys, without qualifier
     * @param configuration the configuration of the plugin, whose qualifier the lines name
     */
    RefusedPeers(final String prefix, final Configuration configuration) {
        this.prefix = configuration.key(prefix);
        this.trustedProxies = configuration.key("rest.trusted-proxies");
    }

    void notTrusted(final Channel channel) {
        warn(channel, "it is not one of " + trustedProxies);
    }

    void withoutHeader(final Channel channel) {
        warn(channel, "it does not begin with a header of the PROXY protocol");
    }

    /** A client sends HTTP in the clear, where the listener uses TLS. */
    void plainHttp(final Channel channel) {
        hint(
                plainHttpLogged,
                channel,
                "sends plain HTTP to {}, which uses TLS, and gets a 400. Use https:// in the address, or TLS in the"
                        + " load balancer");
    }

    /** A client begins TLS, where the listener uses none. */
    void tls(final Channel channel) {
        hint(
                tlsLogged,
                channel,
                "begins TLS with {}, which does not use it, and is closed. Use http:// in the address, or set {}.tls");
    }

    /** A client chooses HTTP/2 and does not begin as RFC 9113, 3.4, says. */
    void noHttp2(final Channel channel, final Http2Preface.InvalidException mistake) {
        final long count = withoutHttp2.incrementAndGet();
        LOGGER.debug(
                "The client {} chooses HTTP/2 with {} and does not speak it: {} Its connection is closed; {} since the start.",
                LogText.escape(String.valueOf(channel.remoteAddress())),
                prefix,
                mistake.getMessage(),
                count);
    }

    /** Once: anybody can connect to the wrong port, all the time. */
    private void hint(final AtomicBoolean logged, final Channel channel, final String text) {
        final boolean first = logged.compareAndSet(false, true);
        LOGGER.atLevel(first ? Level.WARN : Level.DEBUG)
                .log(
                        "The client {} " + text + "." + (first ? " Further clients are logged as DEBUG." : ""),
                        LogText.escape(String.valueOf(channel.remoteAddress())),
                        prefix,
                        prefix);
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
