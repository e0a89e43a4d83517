package org.jzenith.rest.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.vertx.core.http.impl.headers.HeadersMultiMap;

/**
 * Signs every answer. What it encodes it shows to the gate, as {@link StrictDecoder} does.
 */
final class SigningEncoder extends HttpResponseEncoder {

    private final Gate gate;
    private final Watch watch;

    SigningEncoder(final Gate gate, final Watch watch) {
        this.gate = gate;
        this.watch = watch;
    }

    @Override
    public void handlerAdded(final ChannelHandlerContext context) {
        gate.standsAt(context);
    }

    @Override
    public void write(final ChannelHandlerContext context, final Object message, final ChannelPromise promise)
            throws Exception {
        super.write(context, message, gate.passes(message, promise));
    }

    /** Netty's own check asks for interfaces, which costs more. */
    @Override
    public boolean acceptOutboundMessage(final Object message) throws Exception {
        return watch.isWholeAnswer(message) || super.acceptOutboundMessage(message);
    }

    @Override
    protected void encodeInitialLine(final ByteBuf target, final HttpResponse response) throws Exception {
        if (watch.signature().start(response, target)) {
            return;
        }
        super.encodeInitialLine(target, response);
        if (response.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
            watch.signature().sign(response, target);
        }
    }

    @Override
    protected void encodeHeaders(final HttpHeaders headers, final ByteBuf target) {
        if (headers instanceof HeadersMultiMap fields) {
            fields.encode(target);
        } else {
            super.encodeHeaders(headers, target);
        }
    }
}
