package org.jzenith.http.internal.vertx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.core.http.impl.MimeMapping;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.WorkerExecutorInternal;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ConnectionBase;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;

/** Access to parts of Vert.x's HTTP server that have no public API. */
public final class VertxHttp {

    private static final AttributeKey<String> PEER = AttributeKey.valueOf(VertxHttp.class, "peer");

    private VertxHttp() {}

    /** Returns the bytes of a buffer, which shares them with the result. */
    @SuppressWarnings("deprecation") // Vert.x means to hide Netty; it has no other way without a copy
    public static ByteBuf bytesOf(final Buffer buffer) {
        return buffer.getByteBuf();
    }

    /** Returns a buffer that shares a part of an array and cannot grow. */
    @SuppressWarnings("deprecation")
    public static Buffer bufferOf(final byte[] bytes, final int from, final int length) {
        return Buffer.buffer(Unpooled.wrappedBuffer(bytes, from, length));
    }

    /** Vert.x's decoder of requests, which is open for another. */
    public abstract static class RequestDecoder extends VertxHttpRequestDecoder {

        /** Decodes as the options say. */
        protected RequestDecoder(final HttpServerOptions options) {
            super(options);
        }
    }

    /**
     * Turns a connection of HTTP/1.1 over to another protocol: sends 101 with the headers of the response, and replaces the
     * handlers of HTTP. Bytes that the client has sent already go to the new handlers.
     *
     * @param request the one that asks for it
     * @param protocol is announced to the handlers of HTTP, as an event, before they leave; not if a handler cannot be added
     * @param handlers the handlers of the new protocol; the last one passes nothing on
     */
    public static void upgrade(
            final HttpServerRequest request, final Object protocol, final List<ChannelHandler> handlers) {
        final ChannelHandlerContext last = ((ConnectionBase) request.connection()).channelHandlerContext();
        // Before the decoder of HTTP is removed, which passes on what it has not decoded.
        add(last, handlers);
        last.pipeline().fireUserEventTriggered(protocol);
        final Future<NetSocket> socket = request.toNetSocket();
        if (socket.failed()) {
            request.connection().close(); // no protocol has it any more
            throw new IllegalStateException("The connection cannot be upgraded.", socket.cause());
        }
    }

    /** Adds all handlers, or none of them. */
    private static void add(final ChannelHandlerContext last, final List<ChannelHandler> handlers) {
        final List<ChannelHandler> added = new ArrayList<>(handlers.size());
        try {
            for (final ChannelHandler handler : handlers) {
                last.pipeline().addBefore(last.name(), null, handler);
                added.add(handler);
            }
        } catch (final RuntimeException e) {
            added.forEach(last.pipeline()::remove);
            throw e;
        }
    }

    /** Runs work now, on the event loop of a request, with the request's context of Vert.x current. */
    public static void dispatch(final HttpServerRequest request, final Runnable work) {
        ((ContextInternal) ((HttpServerRequestInternal) request).context()).dispatch(work);
    }

    /**
     * The media type that is usual for a name.
     *
     * @param extension the extension of a file, in lower case, without the dot
     * @return null if there is none
     */
    public static @Nullable String mediaType(final String extension) {
        return MimeMapping.getMimeTypeForExtension(extension);
    }

    /** Creates a server that listens on one event loop after another, as verticles call it. */
    public static HttpServer server(
            final Vertx vertx,
            final HttpServerOptions options,
            final Function<EventLoopContext, ConnectionInitializer> initializers) {
        return new VertxHttpServer((VertxInternal) vertx, options, initializers);
    }

    /**
     * Threads of Vert.x that run work without a context. They end with the deployments that have asked for them.
     *
     * @param name under which all share them
     */
    public static Executor threads(final Vertx vertx, final String name, final int number) {
        final WorkerExecutorInternal threads = (WorkerExecutorInternal) vertx.createSharedWorkerExecutor(name, number);
        // Vert.x ends the threads when nothing refers to this object any more.
        return work -> threads.getPool().executor().execute(work);
    }

    /** The event loop that accepts the connections of all servers. */
    public static EventLoop acceptor(final Vertx vertx) {
        return ((VertxInternal) vertx).getAcceptorEventLoopGroup().next(); // Vert.x has one
    }

    /** The channel of a connection. */
    public static Channel channelOf(final HttpConnection connection) {
        return ((ConnectionBase) connection).channel();
    }

    /** The text of the peer's address, formatted once for each connection; null if it has none. */
    public static @Nullable String peerAddress(final HttpServerRequest request) {
        final Attribute<String> known = channelOf(request.connection()).attr(PEER);
        final String text = known.get();
        return text == null ? formatPeer(request.remoteAddress(), known) : text;
    }

    private static @Nullable String formatPeer(final @Nullable SocketAddress peer, final Attribute<String> known) {
        final String text = peer == null ? null : peer.hostAddress();
        known.set(text);
        return text;
    }

    /** The address that requests of a connection have from now on, in place of that of the peer. */
    public static void setClientAddress(final Channel channel, final InetSocketAddress address) {
        channel.attr(ConnectionBase.REMOTE_ADDRESS_OVERRIDE).set(SocketAddress.inetSocketAddress(address));
    }

    /**
     * Returns the {@code :authority} or {@code Host} of an HTTP/2 request. {@code authority()} would build the string again.
     *
     * @return the host, with a port if the client sent one; null if it is missing or malformed
     */
    @SuppressWarnings("deprecation")
    public static @Nullable String authority(final HttpServerRequest request) {
        return request.host();
    }

    /** The context in which a request is handled. */
    public static Context contextOf(final HttpServerRequest request) {
        return ((HttpServerRequestInternal) request).context();
    }
}
