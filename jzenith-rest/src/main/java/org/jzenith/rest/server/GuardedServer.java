package org.jzenith.rest.server;

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
 * A server of Vert.x whose connections are watched from their first moment. Vert.x tells of a connection only when its
 * first request has arrived, which is too late for one that never sends any; hence its inner types here.
 */
final class GuardedServer extends HttpServerImpl {

    private final HttpServerOptions settings;
    private final Connections connections;
    private @Nullable Handler<HttpServerRequest> invalid;

    GuardedServer(final VertxInternal vertx, final HttpServerOptions options, final Connections connections) {
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
        final Watch watch = connections.watch(context);
        final HttpServerWorker http1 = worker(context, plain, trafficShaping, requestHandler(), connection -> {});
        final HttpServerWorker http2 = worker(
                context,
                settings,
                trafficShaping,
                signing(requestHandler(), watch),
                opened -> Http2Guard.over(((ConnectionBase) opened).channel(), watch));
        return (channel, ssl) -> {
            if (connections.admit(channel)) {
                final Gate gate = new Gate(channel, watch);
                channel.pipeline()
                        .addLast(
                                "firstBytes",
                                new FirstBytes(
                                        gate,
                                        watch,
                                        settings,
                                        chosen -> http1.accept(chosen, ssl),
                                        chosen -> http2.accept(chosen, ssl)));
            }
        };
    }

    /** HTTP/2 has an encoder that knows nothing of answers. */
    private static Handler<HttpServerRequest> signing(final Handler<HttpServerRequest> requests, final Watch watch) {
        return request -> {
            final HttpServerResponse response = request.response();
            response.headersEndHandler(written -> watch.signature().sign(response.headers()));
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
                new HttpServerConnectionHandler(this, requests, invalid, null, null, opened, Connections::report);
        final Handler<HttpServerConnection> accept = handler;
        return new HttpServerWorker(
                context,
                context::duplicate,
                this,
                vertx,
                chosen,
                "http://localhost",
                accept,
                Connections::report,
                trafficShaping);
    }
}
