package org.jzenith.http.handler;

import io.netty.channel.ChannelHandler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Map;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.http1.UpgradedProtocol;
import org.jzenith.http.internal.vertx.VertxHttp;

/**
 * Hands the connection of a request over to another protocol (RFC 9110, 7.8). Used on the event loop of the request.
 */
public final class ProtocolUpgrade {

    private final Exchange exchange;

    ProtocolUpgrade(final Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Returns true if the connection can be upgraded.
     *
     * @return false over HTTP/2 and HTTP/1.0, for a request with a body or with {@code Connection: close}, and after the response has
     *     started
     */
    public boolean isPossible() {
        final ServerRequest request = exchange.request();
        final HttpServerRequest incoming = request.incoming();
        return exchange.isWorking()
                && incoming.version() == HttpVersion.HTTP_1_1
                && incoming.method().equals(HttpMethod.GET)
                && !exchange.isBodyOutstanding()
                && request.hasToken("Connection", "upgrade")
                && !request.hasToken("Connection", "close");
    }

    /**
     * Responds with {@code 101 Switching Protocols} and hands the connection over to another protocol. This finishes the request: it is no
     * longer in flight, and its timeout ends. Its {@linkplain Exchange#context context} stays until the protocol {@linkplain
     * RequestContext#end ends} it.
     *
     * @param headers the headers of the response, including {@code Connection} and {@code Upgrade}
     * @param protocol is notified of shutdown and timeouts
     * @param handlers the handlers of the connection from now on; the last one must not pass messages on. They may receive bytes that
     *     follow the request before this method returns
     * @throws IllegalStateException if the upgrade is not {@linkplain #isPossible possible}. If this method throws, the handlers are
     *     removed from the connection again, and the request can still get a response
     */
    public void perform(
            final Map<String, String> headers, final UpgradedProtocol protocol, final List<ChannelHandler> handlers) {
        if (!isPossible()) {
            throw new IllegalStateException("The connection of this request cannot be upgraded.");
        }
        exchange.keepContext();
        try {
            exchange.response().writer().prepareUpgrade(headers);
            VertxHttp.upgrade(exchange.request().incoming(), protocol, handlers);
        } catch (final Throwable e) {
            exchange.response().writer().undoUpgrade();
            exchange.releaseContext();
            throw e;
        }
        exchange.finish();
    }
}
