package org.jzenith.http.tls;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * TLS of one connection. A client that begins a second handshake, which TLS 1.2 allows, costs the server far more than
 * itself: its connection is closed.
 */
final class TlsHandler extends SslHandler {

    private static final String TLS_1_2 = "TLSv1.2";

    private boolean established;
    private boolean renegotiable;

    /** The listener limits the time of the handshake, together with that of the first headers. */
    TlsHandler(final SSLEngine engine) {
        super(engine);
        setHandshakeTimeoutMillis(0);
    }

    @Override
    protected void decode(final ChannelHandlerContext context, final ByteBuf in, final List<Object> out)
            throws SSLException {
        super.decode(context, in, out);
        if (renegotiable) {
            checkHandshake();
        } else if (!established && handshakeFuture().isSuccess()) {
            established = true;
            renegotiable = engine().getSession().getProtocol().equals(TLS_1_2);
        }
    }

    private void checkHandshake() throws SSLException {
        if (engine().getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                && !engine().isInboundDone()
                && !engine().isOutboundDone()) {
            throw new SSLException("The client has begun a second handshake.");
        }
    }
}
