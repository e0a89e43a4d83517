package org.jzenith.http.internal.server;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.connection.ConnectionSweeper;
import org.jzenith.http.internal.connection.ListenerConnections;
import org.jzenith.http.internal.http1.Http1ConnectionState;
import org.jzenith.http.internal.http2.Http2ConnectionState;
import org.jzenith.http.internal.tls.ServerTls;
import org.jzenith.http.internal.vertx.ConnectionInitializer;

/** Admits each connection of one event loop and adds its state and handlers, before a byte has arrived. */
@SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
final class ConnectionSetup implements ConnectionInitializer {

    private final HttpServerOptions options;
    private final @Nullable ServerTls tls;
    private final Executor handshakes;
    private final @Nullable Predicate<Channel> proxies;
    private final RefusedPeers refused;
    private final ListenerConnections connections;
    private final ConnectionSweeper sweeper;

    ConnectionSetup(
            final HttpServerOptions options,
            final @Nullable ServerTls tls,
            final Executor handshakes,
            final @Nullable Predicate<Channel> proxies,
            final RefusedPeers refused,
            final ListenerConnections connections,
            final ConnectionSweeper sweeper) {
        this.options = options;
        this.tls = tls;
        this.handshakes = handshakes;
        this.proxies = proxies;
        this.refused = refused;
        this.connections = connections;
        this.sweeper = sweeper;
    }

    @Override
    public void opened(final Channel channel, final Consumer<Channel> http1, final Consumer<Channel> http2) {
        if (proxies != null && !proxies.test(channel)) {
            refused.notTrusted(channel);
            channel.close();
        } else if (connections.admit(channel)) {
            connections.hold(channel, () -> addHandlers(channel, http1, http2));
        }
    }

    private void addHandlers(final Channel channel, final Consumer<Channel> http1, final Consumer<Channel> http2) {
        final Http1ConnectionState state = new Http1ConnectionState(channel, sweeper);
        if (proxies != null) {
            ProxyHeaderReader.install(channel, refused);
        }
        final @Nullable SslHandler encryption = tls == null ? null : tls.newHandler(channel, handshakes);
        if (encryption != null) {
            channel.pipeline()
                    .addLast("plainHttpRefusal", new PlainHttpRefusal(refused))
                    .addLast("tls", encryption);
            encryption.handshakeFuture().addListener(end -> connections.endHandshake(end.isSuccess()));
        }
        channel.pipeline()
                .addLast("protocolDetector", new ProtocolDetector(state, options, encryption, refused, http1, http2));
    }

    @Override
    public void openedHttp2(final Channel channel, final boolean observed) {
        Http2ConnectionState.install(channel, sweeper, options, observed);
    }

    /** Adds the server's headers, because the encoder of HTTP/2 does not see responses. */
    @Override
    public Handler<HttpServerRequest> overHttp2(final Handler<HttpServerRequest> requests) {
        return request -> {
            final HttpServerResponse response = request.response();
            response.headersEndHandler(written -> sweeper.serverHeaders().addTo(response.headers()));
            requests.handle(request);
        };
    }

    @Override
    public void failed(final Throwable error) {
        ListenerConnections.report(error);
    }
}
