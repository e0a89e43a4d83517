package org.jzenith.rest.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;

/**
 * Takes several {@code host} fields of a request without {@code :authority} for none. Vert.x would take the first, and the
 * handler of requests could not see that there were more (RFC 9113, 8.3.1; RFC 9110, 7.2).
 */
final class HostFields extends Http2FrameListenerDecorator {

    HostFields(final Http2FrameListener vertx) {
        super(vertx);
    }

    @Override
    public void onHeadersRead(
            final ChannelHandlerContext context,
            final int stream,
            final Http2Headers headers,
            final int padding,
            final boolean endOfStream)
            throws Http2Exception {
        check(headers);
        super.onHeadersRead(context, stream, headers, padding, endOfStream);
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
            final boolean endOfStream)
            throws Http2Exception {
        check(headers);
        super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, endOfStream);
    }

    private static void check(final Http2Headers headers) {
        if (headers.authority() == null && headers.getAll(HttpHeaderNames.HOST).size() > 1) {
            headers.remove(HttpHeaderNames.HOST);
        }
    }
}
