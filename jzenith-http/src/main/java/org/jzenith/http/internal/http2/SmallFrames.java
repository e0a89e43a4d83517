package org.jzenith.http.internal.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * Joins small DATA frames of an HTTP/2 stream while bytes before them wait until somebody asks for them. Their bytes are limited
 * by the windows, but Vert.x would keep an object of about 150 bytes for each frame, also if it has one byte. A client may send
 * each element of a stream in its own frame, so their number is not limited.
 *
 * <p>What is joined is passed on when Vert.x has handed out all that it had of the stream, when it has {@value #ENOUGH} bytes,
 * and when the request ends. A frame before which nothing waits is passed on at once. Used on the event loop of the connection
 * only.
 */
final class SmallFrames implements Http2LocalFlowController {

    /** A frame of so many bytes is passed on if nothing is joined before it. */
    private static final int LARGE = 1024;

    /** The number of joined bytes that are passed on. */
    private static final int ENOUGH = 4096;

    private static final int FIRST_ROOM = 64;

    private final Http2ConnectionState state;
    private final Http2FrameListener vertx;
    private final Http2LocalFlowController windows;
    private final Http2Connection.PropertyKey key;

    /** On how many streams something is joined. */
    private int streams;

    /**
     * Creates it for a connection.
     *
     * @param state ends the connection if passing a frame fails
     * @param vertx gets the frames
     */
    SmallFrames(final Http2ConnectionState state, final Http2Connection connection, final Http2FrameListener vertx) {
        this.state = state;
        this.vertx = vertx;
        this.windows = connection.local().flowController();
        this.key = connection.newKey();
    }

    /** The joined frames of a stream. */
    private static final class Joined {

        private final ByteBuf bytes = Unpooled.buffer(FIRST_ROOM);

        /** True while a task is scheduled that passes the frame on. */
        private boolean due;
    }

    /**
     * Passes a frame on, or joins it to others; its bytes count for the windows already.
     *
     * @param stream null if Netty does not know it any more
     * @return the bytes that count as consumed at once
     */
    int received(
            final ChannelHandlerContext context,
            final @Nullable Http2Stream stream,
            final int id,
            final ByteBuf data,
            final int padding,
            final boolean last)
            throws Http2Exception {
        final Joined before = stream == null ? null : stream.getProperty(key);
        if (stream == null || (before == null && !isToBeJoined(stream, data.readableBytes(), padding, last))) {
            return vertx.onDataRead(context, id, data, padding, last);
        }
        final Joined joined = before == null ? new Joined() : before;
        joined.bytes.writeBytes(data, data.readerIndex(), data.readableBytes());
        if (before == null) {
            stream.setProperty(key, joined);
            streams++;
        }
        if (last || joined.bytes.readableBytes() >= ENOUGH) {
            take(stream);
            vertx.onDataRead(context, id, joined.bytes, 0, last);
        }
        return padding;
    }

    private boolean isToBeJoined(final Http2Stream stream, final int bytes, final int padding, final boolean last) {
        return !last && bytes < LARGE && windows.unconsumedBytes(stream) > bytes + padding;
    }

    private @Nullable Joined take(final @Nullable Http2Stream stream) {
        final Joined joined = streams == 0 || stream == null ? null : stream.removeProperty(key);
        if (joined != null) {
            streams--;
        }
        return joined;
    }

    /** Passes on what is joined. */
    void pass(final ChannelHandlerContext context, final @Nullable Http2Stream stream) throws Http2Exception {
        final Joined joined = take(stream);
        if (stream != null && joined != null) {
            vertx.onDataRead(context, stream.id(), joined.bytes, 0, false);
        }
    }

    void closed(final Http2Stream stream) {
        final Joined joined = take(stream);
        if (joined != null) {
            joined.bytes.release();
        }
    }

    /** Vert.x has handed bytes out, or Netty drops those of a stream that has ended, which it may not know any more. */
    @Override
    public boolean consumeBytes(final @Nullable Http2Stream stream, final int count) throws Http2Exception {
        final boolean updated = windows.consumeBytes(stream, count);
        final Joined joined = stream == null ? null : stream.getProperty(key);
        if (stream != null
                && joined != null
                && !joined.due
                && windows.unconsumedBytes(stream) <= joined.bytes.readableBytes()) {
            joined.due = true;
            state.passLater(stream);
        }
        return updated;
    }

    @Override
    public Http2LocalFlowController frameWriter(final Http2FrameWriter writer) {
        windows.frameWriter(writer);
        return this;
    }

    @Override
    public void channelHandlerContext(final ChannelHandlerContext context) throws Http2Exception {
        windows.channelHandlerContext(context);
    }

    @Override
    public void receiveFlowControlledFrame(
            final @Nullable Http2Stream stream, final ByteBuf data, final int padding, final boolean last)
            throws Http2Exception {
        windows.receiveFlowControlledFrame(stream, data, padding, last);
    }

    @Override
    public int unconsumedBytes(final Http2Stream stream) {
        return windows.unconsumedBytes(stream);
    }

    @Override
    public int initialWindowSize(final Http2Stream stream) {
        return windows.initialWindowSize(stream);
    }

    @Override
    public void initialWindowSize(final int size) throws Http2Exception {
        windows.initialWindowSize(size);
    }

    @Override
    public int initialWindowSize() {
        return windows.initialWindowSize();
    }

    @Override
    public int windowSize(final Http2Stream stream) {
        return windows.windowSize(stream);
    }

    @Override
    public void incrementWindowSize(final Http2Stream stream, final int more) throws Http2Exception {
        windows.incrementWindowSize(stream, more);
    }
}
