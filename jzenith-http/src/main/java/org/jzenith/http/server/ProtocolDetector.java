package org.jzenith.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.vertx.core.http.HttpServerOptions;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.connection.ConnectionSweeper;
import org.jzenith.http.connection.ServerConnections;
import org.jzenith.http.http1.Http1ConnectionGuard;
import org.jzenith.http.tls.ServerTls;

/**
 * Detects whether a connection is HTTP/2 or HTTP/1, adds the handlers of that protocol, and removes itself. Without TLS
 * the first bytes say it (RFC 9113, 3.3), over TLS what client and server have agreed on (3.2). A client that never sends
 * the first bytes of its protocol is closed at the header time-out.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
final class ProtocolDetector extends ChannelInboundHandlerAdapter {

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final byte HANDSHAKE = 0x16;

    /** The length of the head of a frame, and where its type and its flags are (RFC 9113, 4.1). */
    private static final int FRAME_HEAD = 9;

    private static final int FRAME_TYPE = 3;
    private static final int FRAME_FLAGS = 4;

    /**
     * The response to a client that chooses HTTP/2 and does not speak it (RFC 9113, 3.4), in hexadecimal digits: an empty
     * SETTINGS frame, and a GOAWAY frame without its error code.
     */
    private static final String INVALID_PREFACE = "000000040000000000" + "00000807000000000000000000";

    private final Http1ConnectionGuard guard;
    private final HttpServerOptions options;
    private final @Nullable ChannelHandler encryption;
    private final RefusedPeers refusedPeers;
    private final Consumer<Channel> http1;
    private final Consumer<Channel> http2;
    private ByteBuf received = Unpooled.EMPTY_BUFFER;
    private boolean refused;

    ProtocolDetector(
            final Http1ConnectionGuard guard,
            final HttpServerOptions options,
            final @Nullable ChannelHandler encryption,
            final RefusedPeers refusedPeers,
            final Consumer<Channel> http1,
            final Consumer<Channel> http2) {
        this.guard = guard;
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
                ? !options.isHttp2ClearTextEnabled() || !isPrefaceSoFar()
                : !ServerTls.isHttp2(encryption)) {
            speakHttp1(context);
        } else {
            speakHttp2(context);
        }
    }

    /** Checks the start of the connection itself, because Vert.x logs an error for a client that does not speak HTTP/2. */
    private void speakHttp2(final ChannelHandlerContext context) {
        try {
            if (!isPrefaceSoFar()) {
                throw Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, "The connection preface is wrong.");
            }
            if (hasSettings(context)) {
                http2.accept(context.channel());
                removeItself(context);
            }
        } catch (final Http2Exception e) {
            refusedPeers.noHttp2(context.channel(), e);
            refuse(
                    context,
                    Unpooled.wrappedBuffer(
                            Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(INVALID_PREFACE)),
                            Unpooled.copyInt((int) e.error().code())));
        }
    }

    /** Returns true if the first frame has arrived. Throws if it is not a correct SETTINGS frame. */
    private boolean hasSettings(final ChannelHandlerContext context) throws Http2Exception {
        final int length = received.readableBytes() - PREFACE.length;
        if (length < FRAME_HEAD) {
            return false;
        }
        final ByteBuf frame = received.slice(received.readerIndex() + PREFACE.length, length);
        if (frame.getByte(FRAME_TYPE) != Http2FrameTypes.SETTINGS
                || (frame.getByte(FRAME_FLAGS) & Http2Flags.ACK) != 0) {
            throw Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, "The first frame is not SETTINGS.");
        }
        final int end = FRAME_HEAD + frame.getUnsignedMedium(0);
        if (end > length && end <= FRAME_HEAD + Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE) {
            return false;
        }
        new DefaultHttp2FrameReader()
                .readFrame(context, frame.slice(0, Math.min(end, length)), new Http2FrameAdapter());
        return true;
    }

    /** Whether it begins with a record of TLS that holds a handshake (RFC 8446, 5.1). */
    private boolean isTls() {
        return received.isReadable() && received.getByte(received.readerIndex()) == HANDSHAKE;
    }

    private void refuse(final ChannelHandlerContext context, final ByteBuf answer) {
        refused = true;
        received.release();
        received = Unpooled.EMPTY_BUFFER;
        context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
    }

    private boolean isPrefaceSoFar() {
        final int length = Math.min(received.readableBytes(), PREFACE.length);
        for (int i = 0; i < length; i++) {
            if (received.getByte(received.readerIndex() + i) != PREFACE[i]) {
                return false;
            }
        }
        return true;
    }

    private void speakHttp1(final ChannelHandlerContext context) {
        http1.accept(context.channel());
        guard.replaceCodec(options);
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
        ServerConnections.report(cause);
        context.close();
    }
}
