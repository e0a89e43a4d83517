package org.jzenith.http.internal.http1;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpStatusClass;
import org.jzenith.http.internal.connection.ConnectionSweeper;
import org.jzenith.http.internal.connection.ServerHeaders;
import org.jzenith.http.internal.vertx.DirectContent;
import org.jzenith.http.internal.vertx.VertxHeaders;

/**
 * Adds the {@link ServerHeaders} to each response. It passes each message to the {@link Http1ConnectionState} before
 * encoding it.
 */
final class ResponseEncoder extends HttpResponseEncoder {

    private final Http1ConnectionState state;
    private final Http1ConnectionEnd end;
    private final ConnectionSweeper sweeper;

    ResponseEncoder(final Http1ConnectionState state, final ConnectionSweeper sweeper) {
        this.state = state;
        this.end = state.end();
        this.sweeper = sweeper;
    }

    @Override
    public void handlerAdded(final ChannelHandlerContext context) {
        end.setContext(context);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the promise is the caller's
    public void write(final ChannelHandlerContext context, final Object message, final ChannelPromise promise)
            throws Exception {
        if (message.getClass() == DirectContent.Chunk.class) {
            state.beforeChunk();
            // One buffer: Netty makes three of a chunk, and waits for three writes.
            context.write(((DirectContent.Chunk) message).content(), promise);
        } else {
            super.write(context, message, state.beforeEncoding(message, promise));
        }
    }

    /** Vert.x closes after the last response; while the client may still read it, the connection is closed later. */
    @Override
    public void close(final ChannelHandlerContext context, final ChannelPromise promise) throws Exception {
        if (end.isDelimitedByClose()) {
            end.closeNow();
        } else {
            state.endAfterLastResponse();
        }
        if (end.isHalfClosed() || end.isDelimitedByClose()) {
            context.channel().closeFuture().addListener(closed -> promise.trySuccess());
        } else {
            super.close(context, promise);
        }
    }

    /** Netty's own check tests for interfaces, which costs more. */
    @Override
    public boolean acceptOutboundMessage(final Object message) throws Exception {
        return state.isFullResponse(message) || super.acceptOutboundMessage(message);
    }

    @Override
    protected void encodeInitialLine(final ByteBuf target, final HttpResponse response) throws Exception {
        if (!sweeper.serverHeaders().writeUsualStart(response, target)) {
            super.encodeInitialLine(target, response);
            if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
                return;
            }
            sweeper.serverHeaders().addTo(response, target);
        }
        if (state.addsPrepared()) {
            sweeper.serverHeaders().writePrepared(response, target);
        }
    }

    @Override
    protected void encodeHeaders(final HttpHeaders headers, final ByteBuf target) {
        if (!VertxHeaders.encode(headers, target)) {
            super.encodeHeaders(headers, target);
        }
    }
}
