package org.jzenith.http.internal.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.nio.charset.StandardCharsets;

/** The client's connection preface of HTTP/2: a fixed byte sequence and a SETTINGS frame (RFC 9113, 3.4). */
public final class Http2Preface {

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** The length of the head of a frame, and where its type and its flags are (RFC 9113, 4.1). */
    private static final int FRAME_HEAD = 9;

    private static final int FRAME_TYPE = 3;
    private static final int FRAME_FLAGS = 4;

    private Http2Preface() {}

    /** The client has chosen HTTP/2 and does not speak it. */
    public static final class InvalidException extends Exception {

        private static final long serialVersionUID = 1L;

        /** The response in hexadecimal digits: an empty SETTINGS frame, and a GOAWAY frame without its error code. */
        private static final String RESPONSE = "000000040000000000" + "00000807000000000000000000";

        private final int code;

        private InvalidException(final Http2Exception mistake) {
            super(mistake.getMessage());
            this.code = (int) mistake.error().code();
        }

        /** The bytes to send before the connection is closed. */
        public ByteBuf response() {
            return Unpooled.wrappedBuffer(
                    Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(RESPONSE)), Unpooled.copyInt(code));
        }
    }

    /** Returns true if the first bytes of a connection are those of HTTP/2, as far as they have arrived. */
    public static boolean isBegun(final ByteBuf received) {
        final int length = Math.min(received.readableBytes(), PREFACE.length);
        for (int i = 0; i < length; i++) {
            if (received.getByte(received.readerIndex() + i) != PREFACE[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns true if all has arrived, with the first frame.
     *
     * @param received from the client so far
     */
    public static boolean isWhole(final ChannelHandlerContext context, final ByteBuf received) throws InvalidException {
        try {
            if (!isBegun(received)) {
                throw Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, "The connection preface is wrong.");
            }
            return hasSettings(context, received);
        } catch (final Http2Exception e) {
            throw new InvalidException(e);
        }
    }

    /** Returns true if the first frame has arrived. Throws if it is not a correct SETTINGS frame. */
    private static boolean hasSettings(final ChannelHandlerContext context, final ByteBuf received)
            throws Http2Exception {
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
}
