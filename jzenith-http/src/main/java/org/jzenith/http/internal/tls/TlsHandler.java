package org.jzenith.http.internal.tls;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * TLS of one connection. A client that starts a second handshake, which TLS 1.2 allows, costs the server far more than
 * itself: its connection is closed.
 */
final class TlsHandler extends SslHandler {

    private static final String TLS_1_2 = "TLSv1.2";

    private boolean established;
    private boolean renegotiable;

    /**
     * The listener limits the time of the handshake, together with that of the first headers.
     *
     * @param handshakes runs the computations of handshakes, so that the event loop serves others meanwhile
     */
    TlsHandler(final SSLEngine engine, final Executor handshakes) {
        super(engine, handshakes);
        setHandshakeTimeoutMillis(0);
    }

    @Override
    protected void decode(final ChannelHandlerContext context, final ByteBuf in, final List<Object> out)
            throws SSLException {
        super.decode(context, in, out);
        if (!established && handshakeFuture().isSuccess()) {
            established = true;
            renegotiable = engine().getSession().getProtocol().equals(TLS_1_2);
        }
        if (renegotiable) {
            checkHandshake();
        }
    }

    /** A computation may fail when its connection is closed already; then there is no handler behind this one. */
    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) throws Exception {
        if (!context.isRemoved()) {
            super.exceptionCaught(context, cause);
        }
    }

    private void checkHandshake() throws SSLException {
        if (engine().getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                && !engine().isInboundDone()
                && !engine().isOutboundDone()) {
            throw new SSLException("The client has started a second handshake.");
        }
    }
}
