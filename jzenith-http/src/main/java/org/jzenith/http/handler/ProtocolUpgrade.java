package org.jzenith.http.handler;

import io.netty.channel.ChannelHandler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Map;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.http1.UpgradedProtocol;
import org.jzenith.http.vertx.VertxHttp;

/**
 * Turns the connection of a request over to another protocol (RFC 9110, 7.8). Used on the event loop of the request.
 */
public final class ProtocolUpgrade {

    private final Exchange exchange;

    ProtocolUpgrade(final Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Whether the connection can be turned over.
     *
     * @return false over HTTP/2 and HTTP/1.0, for a request with a body or with {@code Connection: close}, and if it has
     *     been answered
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
     * Answers {@code 101 Switching Protocols} and turns the connection over to another protocol. The request has finished
     * then: it is not in flight, and its time-out ends. Its {@linkplain Exchange#context context} stays until the protocol
     * {@linkplain RequestContext#end ends} it.
     *
     * @param headers of the answer, {@code Connection} and {@code Upgrade} included
     * @param protocol what the server tells of the stop and of time-outs
     * @param handlers of the connection from now on; the last one passes no message on. What the client has sent behind the
     *     request may reach them before this method returns
     * @throws IllegalStateException if it is not {@linkplain #isPossible possible}; whatever this method throws, the handlers
     *     have left the connection, and the request can be answered
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
        exchange.finish(null);
    }
}
