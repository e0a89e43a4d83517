package org.jzenith.http.internal.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.http.HttpServerOptions;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.connection.ListenerConnections;
import org.jzenith.http.internal.http1.Http1ConnectionState;
import org.jzenith.http.internal.http2.Http2Preface;
import org.jzenith.http.internal.tls.ServerTls;

/**
 * Detects whether a connection is HTTP/2 or HTTP/1, adds the handlers of that protocol, and removes itself. Without TLS
 * the first bytes say it (RFC 9113, 3.3), over TLS what client and server have agreed on (3.2). A client that never sends
 * the first bytes of its protocol is closed at the header time-out.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
final class ProtocolDetector extends ChannelInboundHandlerAdapter {

    private static final byte HANDSHAKE = 0x16;

    private final Http1ConnectionState state;
    private final HttpServerOptions options;
    private final @Nullable ChannelHandler encryption;
    private final RefusedPeers refusedPeers;
    private final Consumer<Channel> http1;
    private final Consumer<Channel> http2;
    private ByteBuf received = Unpooled.EMPTY_BUFFER;
    private boolean refused;

    ProtocolDetector(
            final Http1ConnectionState state,
            final HttpServerOptions options,
            final @Nullable ChannelHandler encryption,
            final RefusedPeers refusedPeers,
            final Consumer<Channel> http1,
            final Consumer<Channel> http2) {
        this.state = state;
        this.options = options;
        this.encryption = encryption;
        this.refusedPeers = refusedPeers;
        this.http1 = http1;
        this.http2 = http2;
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) {
        final ByteBuf bytes = (ByteBuf) message;
        if (refused) {
            bytes.release();
            return;
        }
        received = received.isReadable() ? Unpooled.wrappedBuffer(received, bytes) : bytes;
        if (encryption == null && isTls()) {
            refusedPeers.tls(context.channel());
            refuse(context, Unpooled.EMPTY_BUFFER);
        } else if (encryption == null
                ? !options.isHttp2ClearTextEnabled() || !Http2Preface.isBegun(received)
                : !ServerTls.isHttp2(encryption)) {
            speakHttp1(context);
        } else {
            speakHttp2(context);
        }
    }

    /** Checks the start of the connection itself, because Vert.x logs an error for a client that does not speak HTTP/2. */
    private void speakHttp2(final ChannelHandlerContext context) {
        try {
            if (Http2Preface.isWhole(context, received)) {
                http2.accept(context.channel());
                removeItself(context);
            }
        } catch (final Http2Preface.InvalidException e) {
            refusedPeers.noHttp2(context.channel(), e);
            refuse(context, e.response());
        }
    }

    /** Returns true if it begins with a TLS record of a handshake (RFC 8446, 5.1). */
    private boolean isTls() {
        return received.isReadable() && received.getByte(received.readerIndex()) == HANDSHAKE;
    }

    private void refuse(final ChannelHandlerContext context, final ByteBuf response) {
        refused = true;
        received.release();
        received = Unpooled.EMPTY_BUFFER;
        context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    private void speakHttp1(final ChannelHandlerContext context) {
        http1.accept(context.channel());
        state.replaceCodec(options);
        removeItself(context);
    }

    private void removeItself(final ChannelHandlerContext context) {
        final ByteBuf all = received;
        received = Unpooled.EMPTY_BUFFER;
        context.fireChannelRead(all);
        context.pipeline().remove(this);
    }

    @Override
    public void channelInactive(final ChannelHandlerContext context) {
        received.release();
        received = Unpooled.EMPTY_BUFFER;
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
        ListenerConnections.report(cause);
        context.close();
    }
}
