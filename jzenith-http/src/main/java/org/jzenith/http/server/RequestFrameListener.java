package org.jzenith.http.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;

/**
 * Checks the header fields of HTTP/2 requests before Vert.x reads them.
 *
 * <p>Several {@code host} fields of a request without {@code :authority} are removed, so that the request is refused.
 * Vert.x would take the first, and the request handler could not see that there were more (RFC 9113, 8.3.1; RFC 9110,
 * 7.2).
 *
 * <p>A request that Vert.x cannot make, such as one whose method is no token, is malformed: its stream is reset (RFC
 * 9113, 8.1.1). What Vert.x throws would end the connection with all its streams.
 */
final class RequestFrameListener extends Http2FrameListenerDecorator {

    RequestFrameListener(final Http2FrameListener vertx) {
        super(vertx);
    }

    @Override
    public void onHeadersRead(
            final ChannelHandlerContext context,
            final int stream,
            final Http2Headers headers,
            final int padding,
            final boolean last)
            throws Http2Exception {
        checkHost(headers);
        try {
            super.onHeadersRead(context, stream, headers, padding, last);
        } catch (final IllegalArgumentException e) {
            throw malformed(stream, e);
        }
    }

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
        checkHost(headers);
        try {
            super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, last);
        } catch (final IllegalArgumentException e) {
            throw malformed(stream, e);
        }
    }

    private static void checkHost(final Http2Headers headers) {
        if (headers.authority() == null && headers.getAll(HttpHeaderNames.HOST).size() > 1) {
            headers.remove(HttpHeaderNames.HOST);
        }
    }

    private static Http2Exception malformed(final int stream, final IllegalArgumentException cause) {
        return Http2Exception.streamError(stream, Http2Error.PROTOCOL_ERROR, cause, "The request is malformed.");
    }
}
