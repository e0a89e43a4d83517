package org.jzenith.http.server;

import io.netty.channel.Channel;
import io.netty.handler.traffic.GlobalTrafficShapingHandler;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.HttpServerConnectionHandler;
import io.vertx.core.http.impl.HttpServerImpl;
import io.vertx.core.http.impl.HttpServerWorker;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.net.impl.SslChannelProvider;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A server of Vert.x that guards each connection from its start. Vert.x reports a connection only when its
 * first request has arrived, which is too late for one that never sends any; hence its inner types here.
 */
final class GuardedServer extends HttpServerImpl {

    private final HttpServerOptions settings;
    private final ServerConnections connections;
    private @Nullable Handler<HttpServerRequest> invalid;

    GuardedServer(final VertxInternal vertx, final HttpServerOptions options, final ServerConnections connections) {
        super(vertx, options);
        this.settings = new HttpServerOptions(options);
        this.connections = connections;
    }

    @Override
    public HttpServer invalidRequestHandler(final Handler<HttpServerRequest> handler) {
        invalid = handler;
        return super.invalidRequestHandler(handler);
    }

    @Override
    protected BiConsumer<Channel, SslChannelProvider> childHandler(
            final ContextInternal context,
            final SocketAddress address,
            final @Nullable GlobalTrafficShapingHandler trafficShaping) {
        final HttpServerOptions plain = new HttpServerOptions(settings).setHttp2ClearTextEnabled(false);
        final ConnectionSweeper sweeper = connections.newSweeper(context);
        final HttpServerWorker http1 = worker(context, plain, trafficShaping, requestHandler(), connection -> {});
        final HttpServerWorker http2 = worker(
                context,
                settings,
                trafficShaping,
                addingServerHeaders(requestHandler(), sweeper),
                opened -> Http2ConnectionGuard.install(((ConnectionBase) opened).channel(), sweeper));
        return (channel, ssl) -> {
            if (connections.admit(channel)) {
                final Http1ConnectionGuard guard = new Http1ConnectionGuard(channel, sweeper);
                channel.pipeline()
                        .addLast(
                                "protocolDetector",
                                new ProtocolDetector(
                                        guard,
                                        sweeper,
                                        settings,
                                        chosen -> http1.accept(chosen, ssl),
                                        chosen -> http2.accept(chosen, ssl)));
            }
        };
    }

    /** Over HTTP/2 the handler adds them, because its encoder does not see responses. */
    private static Handler<HttpServerRequest> addingServerHeaders(
            final Handler<HttpServerRequest> requests, final ConnectionSweeper sweeper) {
        return request -> {
            final HttpServerResponse response = request.response();
            response.headersEndHandler(written -> sweeper.serverHeaders().addTo(response.headers()));
            requests.handle(request);
        };
    }

    private HttpServerWorker worker(
            final ContextInternal context,
            final HttpServerOptions chosen,
            final @Nullable GlobalTrafficShapingHandler trafficShaping,
            final Handler<HttpServerRequest> requests,
            final Handler<HttpConnection> opened) {
        final HttpServerConnectionHandler handler =
                new HttpServerConnectionHandler(this, requests, invalid, null, null, opened, ServerConnections::report);
        final Handler<HttpServerConnection> accept = handler;
        return new HttpServerWorker(
                context,
                context::duplicate,
                this,
                vertx,
                chosen,
                "http://localhost",
                accept,
                ServerConnections::report,
                trafficShaping);
    }
}
