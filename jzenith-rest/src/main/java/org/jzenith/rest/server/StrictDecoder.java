package org.jzenith.rest.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.util.List;

/**
 * Refuses what Netty would repair: two lengths in one message are how requests are smuggled. What it decodes it shows
 * to the gate, which saves every request the step through one more handler.
 */
final class StrictDecoder extends VertxHttpRequestDecoder {

    private final Gate gate;

    StrictDecoder(final HttpServerOptions options, final Gate gate) {
        super(options);
        this.gate = gate;
        gate.readsWith(this);
    }

    /** Whether there are bytes that are not decoded yet. */
    boolean hasMore() {
        return actualReadableBytes() > 0;
    }

    @Override
    protected void decode(final ChannelHandlerContext context, final ByteBuf bytes, final List<Object> decoded)
            throws Exception {
        final int before = decoded.size();
        super.decode(context, bytes, decoded);
        show(decoded, before);
    }

    @Override
    protected void decodeLast(final ChannelHandlerContext context, final ByteBuf bytes, final List<Object> decoded)
            throws Exception {
        final int before = decoded.size();
        super.decodeLast(context, bytes, decoded);
        show(decoded, before);
    }

    private void show(final List<Object> decoded, final int first) {
        if (decoded.size() == first) {
            gate.heard();
            return;
        }
        int kept = first;
        for (int i = first; i < decoded.size(); i++) {
            final Object message = decoded.get(i);
            if (gate.admits(message)) {
                decoded.set(kept++, message);
            } else {
                ReferenceCountUtil.release(message);
            }
        }
        while (decoded.size() > kept) {
            decoded.remove(decoded.size() - 1);
        }
    }

    @Override
    public void channelWritabilityChanged(final ChannelHandlerContext context) throws Exception {
        gate.writabilityChanged();
        super.channelWritabilityChanged(context);
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(final HttpMessage message) {
        throw new IllegalArgumentException("There is a Content-Length beside a Transfer-Encoding.");
    }
}
