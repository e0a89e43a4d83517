package org.jzenith.rest.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what Netty would repair: two lengths in one message are how requests are smuggled. What it decodes it shows
 * to the gate, which saves every request the step through one more handler.
 */
final class StrictDecoder extends VertxHttpRequestDecoder {

    private static final byte CR = '\r';
    private static final byte LF = '\n';

    private final Gate gate;
    private @Nullable ChannelHandlerContext place;
    private boolean decoding;
    private ByteBuf input = Unpooled.EMPTY_BUFFER;
    private @Nullable DefaultHttpRequest request;

    /** The last byte that came ends a line of headers; the next one may be a fold. */
    private boolean lineEnds;

    private boolean folded;

    StrictDecoder(final HttpServerOptions options, final Gate gate) {
        super(options);
        this.gate = gate;
        gate.readsWith(this);
    }

    @Override
    public void handlerAdded(final ChannelHandlerContext context) {
        place = context;
    }

    /** How many bytes are not decoded yet. */
    int unread() {
        return actualReadableBytes();
    }

    /** Whether these bytes are being decoded, so that the next request follows by itself. */
    boolean isDecoding() {
        return decoding;
    }

    /** Whether the end of a head is among the next bytes that are not decoded yet. */
    boolean hasHead(final int within) {
        final ByteBuf bytes = internalBuffer();
        final int end = bytes.readerIndex() + Math.min(within, bytes.readableBytes());
        int line = bytes.indexOf(bytes.readerIndex(), end, LF);
        while (line >= 0) {
            final int next = line + 1 < end && bytes.getByte(line + 1) == CR ? line + 2 : line + 1;
            if (next < end && bytes.getByte(next) == LF) {
                return true;
            }
            line = bytes.indexOf(line + 1, end, LF);
        }
        return false;
    }

    /** Decodes what has waited for an answer. */
    void decodeOn() {
        final ChannelHandlerContext context = place;
        if (context == null || context.isRemoved()) {
            return;
        }
        try {
            channelRead(context, Unpooled.EMPTY_BUFFER);
            channelReadComplete(context);
        } catch (final Throwable e) {
            context.fireExceptionCaught(e);
        }
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) throws Exception {
        decoding = true;
        try {
            super.channelRead(context, message);
        } finally {
            decoding = false;
        }
    }

    /** Netty reads on where nothing could be decoded. */
    @Override
    public void channelReadComplete(final ChannelHandlerContext context) throws Exception {
        if (gate.isHeld()) {
            context.fireChannelReadComplete();
        } else {
            super.channelReadComplete(context);
        }
    }

    @Override
    public void channelInactive(final ChannelHandlerContext context) throws Exception {
        gate.leaves();
        super.channelInactive(context);
    }

    @Override
    protected void decode(final ChannelHandlerContext context, final ByteBuf bytes, final List<Object> decoded)
            throws Exception {
        if (!gate.isOpen()) {
            gate.holds(bytes.readableBytes());
            return;
        }
        final int before = decoded.size();
        input = bytes;
        if (lineEnds && bytes.isReadable()) {
            lineEnds = false;
            if (isFold(bytes)) {
                folded = true;
                bytes.setByte(bytes.readerIndex(), ':'); // so that Netty takes it for a line of its own, and asks
            }
        }
        final int from = bytes.readerIndex();
        super.decode(context, bytes, decoded);
        show(decoded, before);
        gate.takes(bytes.readerIndex() - from);
    }

    /** The client has left: Netty would make a request of the half of one. */
    @Override
    protected void decodeLast(final ChannelHandlerContext context, final ByteBuf bytes, final List<Object> decoded) {}

    /**
     * A header that goes on in the next line (RFC 9112, 5.2) is refused, in trailers too. Netty would join the lines, so
     * this looks at what follows each line whose name it asks for.
     */
    @Override
    protected AsciiString splitHeaderName(final byte[] line, final int start, final int length) {
        if (folded || (input.isReadable() && isFold(input))) {
            throw new IllegalArgumentException("A header goes on in the next line.");
        }
        lineEnds = !input.isReadable();
        return super.splitHeaderName(line, start, length);
    }

    private static boolean isFold(final ByteBuf bytes) {
        final byte next = bytes.getByte(bytes.readerIndex());
        return next == ' ' || next == '\t';
    }

    /**
     * A body whose framing breaks ends there, and its request is told. Vert.x would close the connection without an
     * answer, also to requests before it.
     */
    private Object checked(final Object message) {
        if (message instanceof DefaultHttpRequest begun) {
            request = begun;
        } else if (message instanceof DefaultLastHttpContent end
                && end.decoderResult().isFailure()
                && request != null) {
            request.setDecoderResult(broken(end.decoderResult().cause()));
            end.release();
            gate.bodyBreaks();
            return LastHttpContent.EMPTY_LAST_CONTENT;
        }
        return message;
    }

    /** Netty says the same of a line of a chunk that is too long and of a request line that is. */
    private static DecoderResult broken(final Throwable cause) {
        return DecoderResult.failure(
                cause instanceof TooLongHttpLineException
                        ? new IllegalArgumentException("A line of a chunk is too long.", cause)
                        : cause);
    }

    private void show(final List<Object> decoded, final int first) {
        if (decoded.size() == first) {
            gate.heard();
            return;
        }
        int kept = first;
        for (int i = first; i < decoded.size(); i++) {
            final Object message = checked(decoded.get(i));
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
