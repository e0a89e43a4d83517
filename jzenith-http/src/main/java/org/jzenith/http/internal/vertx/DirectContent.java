package org.jzenith.http.internal.vertx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.stream.ChunkedWriteHandler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the content of a response to its connection without Vert.x's response, which does not count it: chunks of HTTP/1.1, and
 * regions of files.
 */
public final class DirectContent {

    /** The longest size of a chunk in hexadecimal digits, and two line ends. */
    private static final int FRAME = 8 + 2 + 2;

    private static final int CRLF = '\r' << 8 | '\n';

    private DirectContent() {}

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
     * @param request an HTTP/1.1 request whose response is in chunks, has started and has not ended
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
        return VertxHttp.channelOf(request.connection()).pipeline().get(ChunkedWriteHandler.class) == null;
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
}
