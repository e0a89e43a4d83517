package org.jzenith.http.vertx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.stream.ChunkedWriteHandler;
import io.netty.util.AsciiString;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.core.http.impl.MimeMapping;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import io.vertx.core.http.impl.headers.Http2HeadersAdaptor;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.WorkerExecutorInternal;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ConnectionBase;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;

/** Access to parts of Vert.x's HTTP server that have no public API. */
public final class VertxHttp {

    /** The longest size of a chunk in hexadecimal digits, and two line ends. */
    private static final int FRAME = 8 + 2 + 2;

    private static final AttributeKey<String> PEER = AttributeKey.valueOf(VertxHttp.class, "peer");

    private static final int CRLF = '\r' << 8 | '\n';

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

    /** Prepares each connection of a server on one event loop; its methods are called there. */
    public interface ConnectionInitializer {

        /**
         * A connection is open, and no byte of it has been read.
         *
         * @param channel the connection
         * @param http1 adds the handlers of HTTP/1
         * @param http2 adds the handlers of HTTP/2 without TLS
         */
        void opened(Channel channel, Consumer<Channel> http1, Consumer<Channel> http2);

        /**
         * Called when the HTTP/2 handlers have been added to a connection.
         *
         * @param observed true if Vert.x metrics or tracing observe each response
         */
        void openedHttp2(Channel channel, boolean observed);

        /** Wraps what handles the requests of HTTP/2. */
        Handler<HttpServerRequest> overHttp2(Handler<HttpServerRequest> requests);

        /** A connection has failed. */
        void failed(Throwable error);
    }

    /** Vert.x's decoder of requests, which is open for another. */
    public abstract static class RequestDecoder extends VertxHttpRequestDecoder {

        /** Decodes as the options say. */
        protected RequestDecoder(final HttpServerOptions options) {
            super(options);
        }
    }

    /** The fields of a head of HTTP/2, with checks of what is put in. */
    public static final class Http2Fields extends Http2HeadersAdaptor {

        /** The expected number of fields of a small head. */
        private static final int FEW = 8;

        private final Http2Headers head;

        /** Has no fields. */
        public Http2Fields() {
            this(new DefaultHttp2Headers(true, FEW));
        }

        private Http2Fields(final Http2Headers head) {
            super(head);
            this.head = head;
        }

        /** The fields as Netty has them. */
        public Http2Headers head() {
            return head;
        }
    }

    /** A part of an open file that the kernel copies to a socket. */
    public static final class Region extends DefaultFileRegion {

        private final Runnable written;

        /**
         * Creates a region. The file stays open after it is written.
         *
         * @param file stays open until {@code written} runs
         * @param position the position of the first byte
         * @param count bytes
         * @param written runs once, when the region is written or never will be
         */
        public Region(final FileChannel file, final long position, final long count, final Runnable written) {
            super(file, position, count);
            this.written = written;
        }

        @Override
        protected void deallocate() {
            written.run();
        }
    }

    /** A malformed request head; the message is for the client. */
    public static final class MalformedHeadException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        /**
         * Names the mistake.
         *
         * @param message a sentence for the client
         */
        public MalformedHeadException(final String message) {
            super(message);
        }
    }

    /** A chunk of HTTP/1.1 with its size and its end, which the encoder of responses passes on as it is. */
    public static final class Chunk extends DefaultHttpContent {

        private Chunk(final ByteBuf framed) {
            super(framed);
        }
    }

    /**
     * Frames content as one chunk of HTTP/1.1.
     *
     * @param content is not empty
     * @return a direct buffer, as sockets take it
     */
    public static ByteBuf chunk(final ByteBufAllocator allocator, final byte[] content) {
        return beginChunk(allocator, content.length).writeBytes(content).writeShort(CRLF);
    }

    /**
     * Frames content as one chunk of HTTP/1.1.
     *
     * @param content is not empty
     * @return a direct buffer, as sockets take it
     */
    @SuppressWarnings("deprecation") // Vert.x has no other way to copy from a buffer without an array between
    public static ByteBuf chunk(final ByteBufAllocator allocator, final Buffer content) {
        final ByteBuf bytes = content.getByteBuf();
        return beginChunk(allocator, bytes.readableBytes()).writeBytes(bytes).writeShort(CRLF);
    }

    private static ByteBuf beginChunk(final ByteBufAllocator allocator, final int length) {
        final ByteBuf framed = allocator.directBuffer(length + FRAME);
        framed.writeCharSequence(Integer.toHexString(length), StandardCharsets.US_ASCII);
        return framed.writeShort(CRLF);
    }

    /**
     * Writes a chunk behind what the response has written, in one buffer. The response does not know of it.
     *
     * @param request an HTTP/1.1 request whose response is in chunks, has begun and has not ended
     * @param framed is released
     */
    public static void writeChunk(final HttpServerRequest request, final ByteBuf framed) {
        ((ConnectionBase) request.connection()).writeToChannel(new Chunk(framed));
    }

    /** Returns true if the connection of a request accepts {@link Region}s: over HTTP/1, unless a handler needs to see the bytes. */
    public static boolean takesRegions(final HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2 || request.isSSL()) {
            return false;
        }
        // Vert.x adds it where it does not send regions: for TLS, compression, traffic shaping and transports without
        // them.
        return channelOf(request.connection()).pipeline().get(ChunkedWriteHandler.class) == null;
    }

    /**
     * Writes a region after everything that the response has written.
     *
     * @param request its connection accepts regions
     * @param region is released
     * @param written is called on the event loop when it is written, with null or with the error
     */
    public static void writeRegion(
            final HttpServerRequest request, final Region region, final Consumer<@Nullable Throwable> written) {
        final ConnectionBase connection = (ConnectionBase) request.connection();
        connection.writeToChannel(
                region,
                connection
                        .channelHandlerContext()
                        .newPromise()
                        .addListener(future -> written.accept(future.isSuccess() ? null : future.cause())));
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

    /** Runs an action when Vert.x closes, before its event loops end. */
    public static void beforeClose(final Vertx vertx, final Runnable action) {
        ((VertxInternal) vertx).addCloseHook(closed -> {
            action.run();
            closed.complete();
        });
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

    /**
     * Encodes the headers of a response if they are Vert.x's own.
     *
     * @return false if they are not; then nothing has been written
     */
    public static boolean encode(final HttpHeaders headers, final ByteBuf target) {
        if (headers instanceof HeadersMultiMap fields) {
            fields.encode(target);
            return true;
        }
        return false;
    }

    /** The flags of {@link #flags}. */
    public static final class Flag {

        /** One of the other names may occur more than once. */
        public static final int REPEATED = 1;

        /**
         * The request has an {@code Accept}, {@code Accept-Language}, {@code Content-Language}, {@code Content-Type} or
         * {@code Cookie}.
         */
        public static final int DESCRIBES = 2;

        private static final int HOST = 4;
        private static final int ACCEPT = 8;
        private static final int COOKIE = 16;
        private static final int CONTENT_TYPE = 32;
        private static final int ACCEPT_LANGUAGE = 64;
        private static final int CONTENT_LANGUAGE = 128;

        private Flag() {}
    }

    /**
     * Looks for {@code Host} and for the headers that describe bodies and what the client accepts. One call covers them all, because each
     * pass over all fields costs 1 to 2 % of a request with the headers of a browser.
     *
     * @return {@link Flag#REPEATED} and {@link Flag#DESCRIBES}, as far as they are true
     */
    public static int flags(final MultiMap headers) {
        int seen = 0;
        int repeated = 0;
        final Iterator<? extends Map.Entry<? extends CharSequence, ?>> all =
                headers instanceof HeadersMultiMap http1 ? http1.iteratorCharSequence() : headers.iterator();
        while (all.hasNext()) {
            final int one = flag(all.next().getKey());
            if ((seen & one) != 0) {
                repeated = Flag.REPEATED;
            }
            seen |= one;
        }
        return repeated | ((seen & ~Flag.HOST) == 0 ? 0 : Flag.DESCRIBES);
    }

    private static int flag(final CharSequence name) {
        return switch (name.length()) {
            case 4 -> isName(HttpHeaderNames.HOST, name) ? Flag.HOST : 0;
            case 6 ->
                isName(HttpHeaderNames.ACCEPT, name)
                        ? Flag.ACCEPT
                        : isName(HttpHeaderNames.COOKIE, name) ? Flag.COOKIE : 0;
            case 12 -> isName(HttpHeaderNames.CONTENT_TYPE, name) ? Flag.CONTENT_TYPE : 0;
            case 15 -> isName(HttpHeaderNames.ACCEPT_LANGUAGE, name) ? Flag.ACCEPT_LANGUAGE : 0;
            case 16 -> isName(HttpHeaderNames.CONTENT_LANGUAGE, name) ? Flag.CONTENT_LANGUAGE : 0;
            default -> 0;
        };
    }

    @SuppressWarnings("ReferenceEquality") // it is mostly the same object
    private static boolean isName(final AsciiString known, final CharSequence name) {
        return known == name || known.contentEqualsIgnoreCase(name);
    }

    /** Returns true if a name has several fields; the public call would create a list for the usual single one. */
    public static boolean isRepeated(final MultiMap headers, final CharSequence name) {
        if (!(headers instanceof HeadersMultiMap http1)) {
            return headers.contains(name) && headers.getAll(name).size() > 1;
        }
        boolean found = false;
        final Iterator<Map.Entry<CharSequence, CharSequence>> all = http1.iteratorCharSequence();
        while (all.hasNext()) {
            if (AsciiString.contentEqualsIgnoreCase(name, all.next().getKey())) {
                if (found) {
                    return true;
                }
                found = true;
            }
        }
        return false;
    }
}
