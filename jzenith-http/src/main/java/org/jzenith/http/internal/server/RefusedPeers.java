package org.jzenith.http.internal.server;

import io.netty.channel.Channel;
import java.time.Duration;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.internal.http2.Http2Preface;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs refused connections. Where the PROXY protocol is on: untrusted peers and connections without its header. TLS on a plain port and
 * plain HTTP on a TLS port: at most one line an hour, because anybody can connect to the wrong port, all the time. Invalid HTTP/2: at
 * DEBUG. Safe for use by many threads.
 */
final class RefusedPeers {

    private static final Logger LOGGER = LoggerFactory.getLogger(RefusedPeers.class);

    private static final Duration HINT_PERIOD = Duration.ofHours(1);

    private final String prefix;
    private final String trustedProxies;
    private final CountedWarning unproxied;
    private final CountedWarning plainHttp;
    private final CountedWarning tls;

    /**
     * @param prefix the prefix of the listener's keys, without qualifier
     * @param configuration the configuration of the plugin, whose qualifier the lines name
     */
    RefusedPeers(final String prefix, final Configuration configuration) {
        this.prefix = configuration.key(prefix);
        this.trustedProxies = configuration.key("rest.trusted-proxies");
        this.unproxied = new CountedWarning(
                LOGGER, "A connection was closed, because " + this.prefix + ".proxy-protocol is on.");
        this.plainHttp = new CountedWarning(
                LOGGER,
                "A client sent plain HTTP to " + this.prefix
                        + ", which uses TLS, and got a 400. Use https:// in the address, or TLS "
                        + "in the load balancer.",
                HINT_PERIOD);
        this.tls = new CountedWarning(
                LOGGER,
                "A client sent a TLS handshake to " + this.prefix
                        + ", which does not use TLS, and was disconnected. Use" + " http:// in the address, or set "
                        + this.prefix + ".tls.",
                HINT_PERIOD);
    }

    void notTrusted(final Channel channel) {
        unproxied.add("untrusted", () -> "Its client " + client(channel) + " is not in " + trustedProxies + ".");
    }

    void withoutHeader(final Channel channel) {
        unproxied.add(
                "no header", () -> "Its client " + client(channel) + " did not send a PROXY protocol header first.");
    }

    /** A client sends HTTP in the clear, where the listener uses TLS. */
    void plainHttp(final Channel channel) {
        LOGGER.debug("The client {} sent plain HTTP to {}.", client(channel), prefix);
        plainHttp.add("", () -> "The client is " + client(channel) + ".");
    }

    /** A client starts TLS, where the listener uses none. */
    void tls(final Channel channel) {
        LOGGER.debug("The client {} sent a TLS handshake to {}.", client(channel), prefix);
        tls.add("", () -> "The client is " + client(channel) + ".");
    }

    /** A client chooses HTTP/2 and does not start as RFC 9113, 3.4, says. */
    void noHttp2(final Channel channel, final Http2Preface.InvalidException mistake) {
        LOGGER.debug(
                "The client {} has negotiated HTTP/2 with {}, but does not speak it: {} Its connection is closed.",
                client(channel),
                prefix,
                mistake.getMessage());
    }

    private static String client(final Channel channel) {
        return LogText.escape(String.valueOf(channel.remoteAddress()));
    }
}
