package org.jzenith.http.internal.http1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpServerOptions;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.http1.UpgradedProtocol;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.jzenith.http.request.MalformedRequestException;

/**
 * Decodes HTTP/1 requests, and rejects malformed framing that Netty would repair: two lengths in one message allow
 * request smuggling. It passes each decoded message to the {@link Http1ConnectionState} itself, which saves a handler
 * in the pipeline.
 */
final class StrictDecoder extends VertxHttp.RequestDecoder {

    private static final String UNKNOWN_CODING = "The only Transfer-Encoding understood is chunked.";

    private static final String MALFORMED_VERSION = "The HTTP version is malformed; send HTTP/1.1.";

    private static final byte CR = '\r';
    private static final byte LF = '\n';

    private final Http1ConnectionState state;
    private final Http1Input input;
    private @Nullable ChannelHandlerContext handlerContext;
    private boolean decoding;
    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;

    /** The request whose end has not been received; null for none, so that an idle connection keeps no request. */
    private @Nullable DefaultHttpRequest request;

    /** The last byte that came ends a line of headers; the next one may be a fold. */
    private boolean lineEnds;

    private boolean folded;

    StrictDecoder(final HttpServerOptions options, final Http1ConnectionState state) {
        super(options);
        this.state = state;
        this.input = state.input();
        input.setDecoder(this);
    }

    @Override
    public void handlerAdded(final ChannelHandlerContext context) {
        handlerContext = context;
    }

    /** Returns the number of received bytes that are not decoded yet. */
    int undecodedBytes() {
        return actualReadableBytes();
    }

    /** Returns true while bytes are being decoded; the next request then follows by itself. */
    boolean isDecoding() {
        return decoding;
    }

    /** Returns true if the end of a head is among the next undecoded bytes. */
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

    /** Decodes the bytes that waited for a response. */
    void resumeDecoding() {
        final ChannelHandlerContext context = handlerContext;
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
        state.limitUnread();
    }

    /** Netty reads on where nothing could be decoded. */
    @Override
    public void channelReadComplete(final ChannelHandlerContext context) throws Exception {
        if (input.isReadingPaused()) {
            context.fireChannelReadComplete();
        } else {
            super.channelReadComplete(context);
        }
        input.turnEnded();
    }

    @Override
    public void channelInactive(final ChannelHandlerContext context) throws Exception {
        state.clientDisconnected();
        super.channelInactive(context);
    }

    @Override
    protected void decode(final ChannelHandlerContext context, final ByteBuf bytes, final List<Object> decoded)
            throws Exception {
        if (!state.mayDecode()) {
            input.limitUndecoded(bytes.readableBytes());
            return;
        }
        final int before = decoded.size();
        buffer = bytes;
        if (lineEnds && bytes.isReadable()) {
            lineEnds = false;
            if (isFold(bytes)) {
                folded = true;
                bytes.setByte(bytes.readerIndex(), ':'); // so that Netty takes it for a line of its own, and asks
            }
        }
        final int from = bytes.readerIndex();
        super.decode(context, bytes, decoded);
        filterDecoded(decoded, before);
        state.bytesDecoded(bytes.readerIndex() - from);
    }

    /** The client has disconnected: Netty would make a request of an incomplete one. */
    @Override
    protected void decodeLast(final ChannelHandlerContext context, final ByteBuf bytes, final List<Object> decoded) {}

    /**
     * A header that goes on in the next line (RFC 9112, 5.2) is refused, in trailers too. Netty would join the lines,
     * so this looks at what follows each line whose name it asks for.
     */
    @Override
    protected AsciiString splitHeaderName(final byte[] line, final int start, final int length) {
        if (folded || (buffer.isReadable() && isFold(buffer))) {
            throw new MalformedRequestException("Header line folding is not allowed.");
        }
        lineEnds = !buffer.isReadable();
        return super.splitHeaderName(line, start, length);
    }

    private static boolean isFold(final ByteBuf bytes) {
        final byte next = bytes.getByte(bytes.readerIndex());
        return next == ' ' || next == '\t';
    }

    /**
     * A request with doubtful framing is marked as failed. A body with broken framing ends there, and its request is marked as
     * failed: Vert.x would close the connection without a response, also to requests before it. Compares classes, because a test for an
     * interface costs more.
     */
    private Object checked(final Object message) {
        if (message instanceof DefaultHttpRequest begun) {
            request = begun;
            if (begun.decoderResult().isSuccess()) {
                final MalformedRequestException mistake = mistake(begun);
                if (mistake != null) {
                    begun.setDecoderResult(DecoderResult.failure(mistake));
                }
            } else {
                if (begun instanceof DefaultFullHttpRequest) { // Netty's own, for a request line that cannot be read
                    begun.setProtocolVersion(HttpVersion.HTTP_1_1);
                }
                begun.setDecoderResult(
                        DecoderResult.failure(named(begun.decoderResult().cause())));
            }
        } else if (message == LastHttpContent.EMPTY_LAST_CONTENT) {
            request = null;
        } else if (message instanceof DefaultLastHttpContent end) {
            final DefaultHttpRequest of = request;
            request = null;
            if (of != null && end.decoderResult().isFailure()) {
                if (of.decoderResult().isSuccess()) { // otherwise the reason is known already
                    of.setDecoderResult(broken(end.decoderResult().cause()));
                }
                end.release();
                state.bodyFramingBroken();
                return LastHttpContent.EMPTY_LAST_CONTENT;
            }
        }
        return message;
    }

    /** Netty's exceptions of these mistakes share one type. */
    private static Throwable named(final Throwable cause) {
        if (cause instanceof MalformedRequestException) {
            return cause;
        }
        final String message = String.valueOf(cause.getMessage());
        if (message.startsWith("Multiple Content-Length")) {
            return new MalformedRequestException("There is more than one Content-Length.");
        }
        if (cause instanceof NumberFormatException || message.contains("Content-Length value")) {
            return new MalformedRequestException("The Content-Length is not a number.");
        }
        if (message.toLowerCase(Locale.ROOT).contains("transfer-encoding")) {
            return new MalformedRequestException(UNKNOWN_CODING);
        }
        return message.startsWith("invalid version format") || message.startsWith("unsupported HTTP version")
                ? new MalformedRequestException(MALFORMED_VERSION)
                : cause;
    }

    /** Returns the error if the version is unknown or the length of the body is ambiguous; otherwise null. */
    @SuppressWarnings("ReferenceEquality") // as Vert.x compares
    private static @Nullable MalformedRequestException mistake(final HttpRequest request) {
        final HttpVersion version = request.protocolVersion();
        final boolean current = version == HttpVersion.HTTP_1_1;
        if (!current && version != HttpVersion.HTTP_1_0) {
            // Otherwise the response would have this version too.
            request.setProtocolVersion(HttpVersion.HTTP_1_1);
            return version.protocolName().equals(HttpVersion.HTTP_1_1.protocolName())
                            && !version.equals(HttpVersion.HTTP_1_1)
                            && !version.equals(HttpVersion.HTTP_1_0)
                    ? new MalformedRequestException(505, "The HTTP version is not supported; send HTTP/1.1.")
                    : new MalformedRequestException(MALFORMED_VERSION); // another protocol, or in lower case
        }
        final String mistake = mistakeOfHeaders(request, current);
        return mistake == null ? null : new MalformedRequestException(mistake);
    }

    private static @Nullable String mistakeOfHeaders(final HttpRequest request, final boolean current) {
        if (request.headers().contains("")) {
            return "A header has no name.";
        }
        if (!request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return null;
        }
        if (!current) {
            return "HTTP/1.0 has no Transfer-Encoding.";
        }
        final List<String> codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        return codings.size() == 1 && codings.get(0).equalsIgnoreCase("chunked") ? null : UNKNOWN_CODING;
    }

    /** Netty says the same of a line of a chunk that is too long and of a request line that is. */
    private static DecoderResult broken(final Throwable cause) {
        return DecoderResult.failure(
                cause instanceof TooLongHttpLineException
                        ? new MalformedRequestException("A line of a chunk is too long.")
                        : cause);
    }

    private void filterDecoded(final List<Object> decoded, final int first) {
        if (decoded.size() == first) {
            state.bytesReceived();
            return;
        }
        int kept = first;
        for (int i = first; i < decoded.size(); i++) {
            final Object message = checked(decoded.get(i));
            if (state.tryAccept(message)) {
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
    public void userEventTriggered(final ChannelHandlerContext context, final Object event) throws Exception {
        if (event instanceof final UpgradedProtocol protocol) {
            state.upgrade(protocol);
        } else {
            super.userEventTriggered(context, event);
        }
    }

    @Override
    public void channelWritabilityChanged(final ChannelHandlerContext context) throws Exception {
        state.writabilityChanged();
        super.channelWritabilityChanged(context);
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(final HttpMessage message) {
        throw new MalformedRequestException("The request has both Content-Length and Transfer-Encoding.");
    }
}
