package org.jzenith.http.internal.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;

/**
 * Checks the frames of an HTTP/2 client before Vert.x reads them: how many of them are no requests, and the header fields
 * of those that are.
 *
 * <p>Several {@code host} fields of a request without {@code :authority} are removed, so that the request is refused.
 * Vert.x would take the first, and the request handler could not see that there were more (RFC 9113, 8.3.1; RFC 9110,
 * 7.2).
 *
 * <p>A request that Vert.x cannot make, such as one whose method is not a token, is malformed: its stream is reset (RFC
 * 9113, 8.1.1). What Vert.x throws would end the connection with all its streams.
 */
final class RequestFrameListener extends Http2FrameListenerDecorator {

    private final ControlFrameBudget budget;
    private final ResetBudget resets;
    private final LingeringStreams lingering;
    private final Http2Connection connection;
    private final SmallFrames smallFrames;

    RequestFrameListener(
            final Http2FrameListener vertx,
            final ControlFrameBudget budget,
            final ResetBudget resets,
            final LingeringStreams lingering,
            final Http2Connection connection,
            final SmallFrames smallFrames) {
        super(vertx);
        this.budget = budget;
        this.resets = resets;
        this.lingering = lingering;
        this.connection = connection;
        this.smallFrames = smallFrames;
    }

    @Override
    public int onDataRead(
            final ChannelHandlerContext context,
            final int stream,
            final ByteBuf data,
            final int padding,
            final boolean last)
            throws Http2Exception {
        budget.bytesTransferred(data.readableBytes());
        lingering.received(stream, data.readableBytes() + padding);
        return smallFrames.received(context, connection.stream(stream), stream, data, padding, last);
    }

    /** Each has cost a request (CVE-2023-44487). */
    @Override
    public void onRstStreamRead(final ChannelHandlerContext context, final int stream, final long error)
            throws Http2Exception {
        if (resets.isExceededByNext()) {
            throw Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, "The client resets too many streams.");
        }
        super.onRstStreamRead(context, stream, error);
    }

    @Override
    public void onPingRead(final ChannelHandlerContext context, final long data) throws Http2Exception {
        budget.frameReceived();
        super.onPingRead(context, data);
    }

    @Override
    public void onPingAckRead(final ChannelHandlerContext context, final long data) throws Http2Exception {
        budget.frameReceived();
        super.onPingAckRead(context, data);
    }

    @Override
    public void onSettingsRead(final ChannelHandlerContext context, final Http2Settings settings)
            throws Http2Exception {
        budget.frameReceived();
        super.onSettingsRead(context, settings);
    }

    @Override
    public void onSettingsAckRead(final ChannelHandlerContext context) throws Http2Exception {
        budget.frameReceived();
        super.onSettingsAckRead(context);
    }

    @Override
    public void onGoAwayRead(
            final ChannelHandlerContext context, final int lastStream, final long error, final ByteBuf reason)
            throws Http2Exception {
        budget.frameReceived();
        super.onGoAwayRead(context, lastStream, error, reason);
    }

    @Override
    public void onPriorityRead(
            final ChannelHandlerContext context,
            final int stream,
            final int dependency,
            final short weight,
            final boolean exclusive)
            throws Http2Exception {
        budget.frameReceived();
        super.onPriorityRead(context, stream, dependency, weight, exclusive);
    }

    @Override
    public void onWindowUpdateRead(final ChannelHandlerContext context, final int stream, final int increment)
            throws Http2Exception {
        budget.frameReceived();
        super.onWindowUpdateRead(context, stream, increment);
    }

    @Override
    public void onUnknownFrame(
            final ChannelHandlerContext context,
            final byte type,
            final int stream,
            final Http2Flags flags,
            final ByteBuf payload)
            throws Http2Exception {
        budget.frameReceived();
        super.onUnknownFrame(context, type, stream, flags, payload);
    }

    /** The decoder of the connection passes all heads by this method, also those without a priority. */
    @Override
    public void onHeadersRead(
            final ChannelHandlerContext context,
            final int stream,
            final Http2Headers headers,
            final int dependency,
            final short weight,
            final boolean exclusive,
            final int padding,
            final boolean last)
            throws Http2Exception {
        budget.requestReceived();
        checkHost(headers);
        smallFrames.pass(context, connection.stream(stream)); // these may be trailers
        try {
            super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, last);
        } catch (final IllegalArgumentException e) {
            throw Http2Exception.streamError(stream, Http2Error.PROTOCOL_ERROR, e, "The request is malformed.");
        }
    }

    private static void checkHost(final Http2Headers headers) {
        if (headers.authority() == null && headers.getAll(HttpHeaderNames.HOST).size() > 1) {
            headers.remove(HttpHeaderNames.HOST);
        }
    }
}
