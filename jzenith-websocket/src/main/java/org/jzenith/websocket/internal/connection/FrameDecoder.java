package org.jzenith.websocket.internal.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Netty's decoder of frames, which decodes no frame that the connection does not take yet. */
final class FrameDecoder extends WebSocket13FrameDecoder {

    private final BooleanSupplier mayDecode;
    private @Nullable ChannelHandlerContext handlerContext;
    private boolean decoding;
    private boolean discarding;

    /** Whole frames may wait. */
    private boolean stopped;

    FrameDecoder(final int maxFrame, final boolean extensions, final BooleanSupplier mayDecode) {
        super(WebSocketDecoderConfig.newBuilder()
                .maxFramePayloadLength(maxFrame)
                .expectMaskedFrames(true)
                .allowMaskMismatch(false)
                .allowExtensions(extensions)
                .closeOnProtocolViolation(false)
                .withUTF8Validator(false)
                .build());
        this.mayDecode = mayDecode;
    }

    @Override
    public void handlerAdded(final ChannelHandlerContext context) throws Exception {
        super.handlerAdded(context);
        handlerContext = context;
    }

    /** The bytes of a frame that is not whole, and of frames that wait. */
    int undecodedBytes() {
        return discarding ? 0 : actualReadableBytes();
    }

    /** Drops everything that the client sends from now on. */
    void discard() {
        discarding = true;
    }

    /** Decodes what has waited. Not while it decodes, when the next frame follows by itself. */
    void resume() {
        final ChannelHandlerContext context = handlerContext;
        if (context == null || context.isRemoved() || decoding || !stopped) {
            return;
        }
        stopped = false;
        try {
            channelRead(context, Unpooled.EMPTY_BUFFER);
            context.fireChannelReadComplete();
        } catch (final Throwable e) {
            context.fireExceptionCaught(e);
        }
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) throws Exception {
        final boolean outer = !decoding;
        decoding = true;
        try {
            super.channelRead(context, message);
        } finally {
            if (outer) {
                decoding = false;
            }
        }
    }

    /** Netty would read on where no frame was whole; the connection decides that. */
    @Override
    public void channelReadComplete(final ChannelHandlerContext context) {
        context.fireChannelReadComplete();
    }

    @Override
    protected void decode(final ChannelHandlerContext context, final ByteBuf bytes, final List<Object> frames)
            throws Exception {
        if (discarding) {
            bytes.skipBytes(bytes.readableBytes());
        } else if (mayDecode.getAsBoolean()) {
            super.decode(context, bytes, frames);
        } else {
            stopped = true;
        }
    }

    /** A frame that is not whole when the connection ends is none. */
    @Override
    protected void decodeLast(final ChannelHandlerContext context, final ByteBuf bytes, final List<Object> frames) {
        bytes.skipBytes(bytes.readableBytes());
    }
}
