package org.jzenith.http.internal.vertx;

import io.netty.channel.Channel;
import io.netty.handler.traffic.GlobalTrafficShapingHandler;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.Http2ServerConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.HttpServerConnectionHandler;
import io.vertx.core.http.impl.HttpServerImpl;
import io.vertx.core.http.impl.HttpServerWorker;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.SslChannelProvider;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;

/** Vert.x's HTTP server; an initializer receives each connection before its first byte. */
final class VertxHttpServer extends HttpServerImpl {

    private final HttpServerOptions settings;
    private final Function<EventLoopContext, ConnectionInitializer> initializers;
    private @Nullable Handler<HttpServerRequest> invalid;

    VertxHttpServer(
            final VertxInternal vertx,
            final HttpServerOptions options,
            final Function<EventLoopContext, ConnectionInitializer> initializers) {
        super(vertx, options);
        this.settings = new HttpServerOptions(options);
        this.initializers = initializers;
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
        // The initializer chooses the protocol, so Vert.x must not look for HTTP/2 on these connections.
        final HttpServerOptions http1Only = new HttpServerOptions(settings).setHttp2ClearTextEnabled(false);
        final ConnectionInitializer initializer = initializers.apply(EventLoopContext.of(context));
        final HttpServerWorker http1 =
                worker(context, http1Only, trafficShaping, requestHandler(), connection -> {}, initializer);
        final HttpServerWorker http2 = worker(
                context,
                // The initializer counts resets. Netty would also count those of frames that were on their way.
                new HttpServerOptions(settings).setHttp2RstFloodMaxRstFramePerWindow(0),
                trafficShaping,
                initializer.overHttp2(requestHandler()),
                opened -> initializer.openedHttp2(VertxHttp.channelOf(opened), isObserved(opened)),
                initializer);
        return (channel, ssl) ->
                initializer.opened(channel, chosen -> http1.accept(chosen, ssl), chosen -> http2.accept(chosen, ssl));
    }

    private static boolean isObserved(final HttpConnection opened) {
        final Http2ServerConnection connection = (Http2ServerConnection) opened;
        return connection.metrics() != null || connection.getContext().tracer() != null;
    }

    private HttpServerWorker worker(
            final ContextInternal context,
            final HttpServerOptions chosen,
            final @Nullable GlobalTrafficShapingHandler trafficShaping,
            final Handler<HttpServerRequest> requests,
            final Handler<HttpConnection> opened,
            final ConnectionInitializer initializer) {
        final Handler<HttpServerConnection> accept =
                new HttpServerConnectionHandler(this, requests, invalid, null, null, opened, initializer::failed);
        return new HttpServerWorker(
                context,
                context::duplicate,
                this,
                vertx,
                chosen,
                "http://localhost",
                accept,
                initializer::failed,
                trafficShaping);
    }
}
