package org.jzenith.http.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.upgrade.UpgradedProtocol;

/**
 * Decides when the next request of one HTTP/1 connection is decoded, and measures how long the connection waits for its
 * client. Used on the event loop of the connection only.
 *
 * <p>What a client sends behind a request in flight is read, up to a limit, and not decoded: so a disconnect is seen,
 * and Vert.x never has two requests of one connection, as it reports a disconnect only to the last one.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
final class Http1ConnectionGuard implements ConnectionGuard, HttpListener.UnreadBody {

    /** How many bytes may wait undecoded behind a request in flight; with more, reading pauses until its response. */
    private static final int MAX_WAITING_BYTES = 64 * 1024;

    /** How many bytes of a body may be decoded that nobody has taken yet; with more, decoding and reading pause. */
    private static final int MAX_UNREAD_BYTES = 16 * 1024;

    /** What the objects around a piece of a body take; a client may send chunks of one byte. */
    private static final int PIECE_BYTES = 128;

    /** How many requests of one connection are decoded before other connections are served. */
    private static final int MAX_REQUESTS_IN_TURN = 32;

    /** Requests may begin at any later byte. */
    private static final int NO_LIMIT = -1;

    /** How long a client may go on sending after the last response; the bytes are discarded. */
    private static final long LINGER_SECONDS = 2;

    /** The kernel sends the remaining bytes in the background, which is the default. */
    private static final int NO_LINGER = -1;

    private final Channel channel;
    private final ConnectionSweeper sweeper;
    private final PendingBytes pending;
    private @Nullable ChannelHandlerContext handlerContext;
    private @Nullable StrictDecoder decoder;
    private boolean inFlight;
    private boolean requestReceived;
    private boolean receivingBody;
    private boolean framingBroken;
    private boolean unwritable;
    private boolean discarding;
    private boolean closing;
    private boolean halfClosed;
    private boolean ended;
    private boolean delimitedByClose;
    private boolean responsePending;
    private boolean readingPaused;
    private boolean disconnected;

    /** The handler of the request says which bytes of the body it takes. */
    private boolean countsUnread;

    /** What Vert.x keeps of the body until the handler asks for it. */
    private int unreadBytes;

    /** The client asked to close the connection after this request. */
    private boolean closeRequested;

    /** The client has sent bytes that were discarded. */
    private boolean hasDiscarded;

    /** The undecoded bytes are decoded in a later turn of the event loop. */
    private boolean decodingScheduled;

    private int requestsInTurn;

    /** Requests may begin in this many further bytes. */
    private int bytesLeft = NO_LIMIT;

    /** Since when the client has been silent, or has taken none of the bytes that wait for it. */
    private long inactiveSince = System.nanoTime();

    Http1ConnectionGuard(final Channel channel, final ConnectionSweeper sweeper) {
        this.channel = channel;
        this.sweeper = sweeper;
        this.pending = new PendingBytes(channel, sweeper.budget());
        sweeper.add(channel, this);
        channel.attr(HttpListener.UNREAD_BODY).set(this);
    }

    @Override
    public void check(final long now) {
        if (pending.count() > 0) {
            if (pending.hasProgress()) {
                inactiveSince = now;
            }
            responsePending = true;
        } else if (responsePending) {
            // The client has taken all; the idle time begins.
            responsePending = false;
            pending.resetProgress();
            inactiveSince = now;
        }
        pending.publish();
        if (!responsePending && inFlight) {
            return;
        }
        final long limit = requestReceived ? sweeper.idleNanos() : sweeper.headerNanos();
        if (now - inactiveSince >= limit) {
            if (requestReceived && !responsePending) {
                close();
            } else {
                closeNow();
            }
        }
    }

    @Override
    public long stalledNanos(final long now) {
        return responsePending && channel.isOpen() ? now - inactiveSince : 0;
    }

    @Override
    public void endStalled() {
        closeNow();
    }

    @Override
    public void announceStop() {
        // The next response carries Connection: close.
    }

    @Override
    public boolean isIdle(final long now, final long idleGraceNanos) {
        final boolean resting = halfClosed || (!inFlight && !decodingScheduled && pending.count() == 0);
        return resting && (idleGraceNanos == 0 || now - inactiveSince >= idleGraceNanos);
    }

    @Override
    public void closeIdle() {
        close();
    }

    @Override
    public void refuseFurtherRequests() {
        if ((!inFlight && undecodedBytes() == 0) || receivingBody || discarding) {
            return;
        }
        if (inFlight && readingPaused) {
            // Reading is paused: go on reading and discard the bytes, so that a disconnect is seen.
            discarding = true;
            resumeReading();
        } else if (bytesLeft == NO_LIMIT) {
            bytesLeft = undecodedBytes();
        }
    }

    /**
     * The last response is sent. A client that still sends would lose the response if its bytes met a closed connection
     * (RFC 9112, 9.6): so only the sending side is closed at once, and what the client sends is discarded for {@link
     * #LINGER_SECONDS} seconds.
     */
    private void closeAfterLastResponse() {
        if (ended) {
            return;
        }
        ended = true;
        final boolean sending = receivingBody
                || hasDiscarded
                || undecodedBytes() > 0
                || sweeper.stopState().isBegun();
        if (sending && channel.isActive() && channel instanceof DuplexChannel duplex) {
            halfClosed = true;
            final SslHandler tls = channel.pipeline().get(SslHandler.class);
            if (tls == null) {
                duplex.shutdownOutput();
            } else {
                // The client sees by the last message of TLS that the response is whole.
                channel.pipeline().addFirst("discardedInput", new DiscardedInput());
                tls.closeOutbound().addListener(sent -> duplex.shutdownOutput());
            }
            inactiveSince = System.nanoTime();
            channel.config().setAutoRead(true);
            channel.eventLoop().schedule(this::closeNow, LINGER_SECONDS, TimeUnit.SECONDS);
        } else {
            close();
        }
    }

    /** Over TLS nobody decrypts what comes after the end. */
    private static final class DiscardedInput extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object bytes) {
            ReferenceCountUtil.release(bytes);
        }
    }

    /** Not through Vert.x, which would wait until everything is written, and write in the middle of another write. */
    private void close() {
        if (handlerContext == null) {
            channel.close();
        } else {
            handlerContext.close();
        }
    }

    /** Without the last message of TLS, for which a client that reads nothing would be waited for. */
    private void closeNow() {
        final ChannelHandlerContext first = channel.pipeline().firstContext();
        if (first == null) {
            channel.close();
        } else {
            first.close();
        }
    }

    /** The connection speaks another protocol from now on: its guard replaces this one. */
    void upgrade(final UpgradedProtocol protocol) {
        resumeReading();
        sweeper.add(channel, new UpgradedConnectionGuard(channel, sweeper, pending, protocol));
    }

    /** Whether only the sending side is closed, which is when Vert.x must not close the connection yet. */
    boolean isHalfClosed() {
        return halfClosed;
    }

    /** Whether a response is incomplete that ends with the connection, so that the end must not look orderly. */
    boolean isDelimitedByClose() {
        return delimitedByClose;
    }

    /** Vert.x closes: over TLS it may learn earlier than this guard that the last response is sent. */
    void endAfterLastResponse() {
        if (closing && !inFlight) {
            closeAfterLastResponse();
        }
    }

    /** Closes without the last message of TLS. */
    void abort() {
        closeNow();
    }

    /** The handlers of Vert.x follow this context in the pipeline. */
    void setContext(final ChannelHandlerContext context) {
        handlerContext = context;
    }

    void setDecoder(final StrictDecoder reader) {
        decoder = reader;
    }

    /** How many bytes the client has sent behind the last decoded request. */
    private int undecodedBytes() {
        return decoder == null ? 0 : decoder.undecodedBytes();
    }

    /** Bytes were received that are not a whole message yet. */
    void bytesReceived() {
        if (sweeper.stopState().isBegun()) {
            inactiveSince = System.nanoTime();
        }
    }

    /**
     * Whether more may be decoded: not while a whole request is in flight, and no further request while the client does not
     * take its responses, or after {@link #MAX_REQUESTS_IN_TURN}.
     */
    boolean mayDecode() {
        return !disconnected && (discarding || (receivingBody ? mayReceiveBody() : mayBeginRequest()));
    }

    private boolean mayReceiveBody() {
        return unreadBytes < MAX_UNREAD_BYTES;
    }

    private boolean mayBeginRequest() {
        return !inFlight && !unwritable && requestsInTurn < MAX_REQUESTS_IN_TURN;
    }

    /** Pauses reading if too many bytes wait behind a request in flight. */
    void limitUndecoded(final int bytes) {
        if (bytes > MAX_WAITING_BYTES) {
            readingPaused = true;
            channel.config().setAutoRead(false);
        }
    }

    /** Pauses reading if too many bytes of the body wait for somebody who takes them. */
    void limitUnread() {
        if (receivingBody && !discarding && !mayReceiveBody() && !readingPaused) {
            readingPaused = true;
            channel.config().setAutoRead(false);
        }
    }

    @Override
    public void paused() {
        countsUnread = true;
    }

    @Override
    public void taken(final int bytes) {
        if (countsUnread) {
            final boolean limited = !mayReceiveBody();
            unreadBytes = Math.max(0, unreadBytes - PIECE_BYTES - bytes);
            if (limited && mayReceiveBody()) {
                receiveOn();
            }
        }
    }

    private void receiveOn() {
        if (undecodedBytes() <= MAX_WAITING_BYTES) {
            resumeReading();
        }
        decodeNext();
    }

    /** The request has ended: nobody takes more of its body. */
    private void endUnread() {
        countsUnread = false;
        if (unreadBytes > 0) {
            unreadBytes = 0;
            receiveOn();
        }
    }

    /** Whether reading has paused, so that Netty must not ask for more. */
    boolean isReadingPaused() {
        return readingPaused;
    }

    /** Bytes were decoded. */
    void bytesDecoded(final int bytes) {
        hasDiscarded |= discarding && bytes > 0;
        if (undecodedBytes() <= MAX_WAITING_BYTES && mayReceiveBody()) {
            resumeReading();
        }
        if (bytesLeft > 0) {
            bytesLeft = Math.max(0, bytesLeft - bytes);
        }
    }

    /** The client has closed the connection, or the network has. Undecoded bytes get no response. */
    void clientDisconnected() {
        disconnected = true;
    }

    private void resumeReading() {
        if (readingPaused) {
            readingPaused = false;
            channel.config().setAutoRead(true);
        }
    }

    /** The response is written, or the client has taken responses; the next request is decoded. */
    private void decodeNext() {
        if (mustResumeDecoding()) {
            decodingScheduled = true;
            channel.eventLoop().execute(this::resumeDecoding);
        }
    }

    /** Netty has passed on what it has read and decoded. */
    void turnEnded() {
        final boolean limited = requestsInTurn >= MAX_REQUESTS_IN_TURN;
        requestsInTurn = 0;
        if (limited && mustResumeDecoding()) {
            decodingScheduled = true;
            // Unlike execute(), this lets the event loop read from other connections before.
            channel.eventLoop().schedule(this::resumeDecoding, 0, TimeUnit.NANOSECONDS);
        }
    }

    private boolean mustResumeDecoding() {
        return !decodingScheduled && decoder != null && !decoder.isDecoding() && decoder.undecodedBytes() > 0;
    }

    private void resumeDecoding() {
        decodingScheduled = false;
        if (decoder != null) {
            decoder.resumeDecoding();
        }
    }

    /**
     * Looks at a decoded message; false if it is to be discarded. Compares classes, because a test for an interface
     * costs more.
     */
    boolean accepts(final Object message) {
        if (message == LastHttpContent.EMPTY_LAST_CONTENT) {
            receivingBody = framingBroken;
            return !discarding;
        }
        if (message instanceof DefaultHttpRequest request) {
            receivingBody = !(request instanceof DefaultFullHttpRequest);
            discarding |= bytesLeft == 0;
            if (!discarding) {
                requestDecoded(request);
                return true;
            }
        } else {
            if (countsUnread && message instanceof HttpContent content) {
                unreadBytes += PIECE_BYTES + content.content().readableBytes();
            }
            if (message instanceof LastHttpContent) {
                receivingBody = false;
            }
        }
        return !discarding;
    }

    /** The end of the current body cannot be found, so more of it may be received. */
    void bodyFramingBroken() {
        framingBroken = true;
    }

    private void requestDecoded(final HttpRequest request) {
        requestReceived = true;
        inFlight = true;
        requestsInTurn++;
        closeRequested = request.headers().contains(HttpHeaderNames.CONNECTION)
                && request.headers().containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
        if (request.decoderResult().isSuccess() && !isFramingSound(request)) {
            request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("not HTTP/1.1")));
        }
        // The start of the next request cannot be found.
        discarding = request.decoderResult().isFailure();
    }

    /** Whether the version is known, and the length of the body beyond doubt. */
    @SuppressWarnings("ReferenceEquality") // as Vert.x compares
    private static boolean isFramingSound(final HttpRequest request) {
        final boolean current = request.protocolVersion() == HttpVersion.HTTP_1_1;
        if (!current && request.protocolVersion() != HttpVersion.HTTP_1_0) {
            // Otherwise the response would have this version too.
            request.setProtocolVersion(HttpVersion.HTTP_1_1);
            return false;
        }
        if (request.headers().contains("")) {
            return false;
        }
        if (!request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return true;
        }
        final List<String> codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        return current && codings.size() == 1 && codings.get(0).equalsIgnoreCase("chunked");
    }

    /** Called before a message is encoded. After the last response the returned promise closes the connection. */
    ChannelPromise beforeEncoding(final Object message, final ChannelPromise promise) {
        beforeChunk();
        final boolean whole = sweeper.isFullResponse(message);
        if (whole || message instanceof HttpResponse) {
            final HttpResponse response = (HttpResponse) message;
            if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
                return promise;
            }
            if (closeRequested || (sweeper.stopState().isBegun() && isLast())) {
                response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
                if (response.headers().contains(HttpHeaderNames.UPGRADE)) {
                    response.headers().add(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE);
                }
            }
            if (!whole) {
                delimitByClose(response);
            }
            closing |= closesConnection(response);
        }
        if (whole || message instanceof LastHttpContent) {
            if (delimitedByClose) {
                delimitedByClose = false;
                channel.config().setOption(ChannelOption.SO_LINGER, NO_LINGER);
            }
            inFlight = false;
            inactiveSince = sweeper.stopState().isBegun() ? System.nanoTime() : sweeper.nextSweepNanos();
            if (closing) {
                discarding = true;
                endUnread();
                return promise.unvoid().addListener(sent -> closeAfterLastResponse());
            }
            endUnread();
            decodeNext();
        }
        return promise;
    }

    /** Called before a part of the content is written. */
    void beforeChunk() {
        if (unwritable) {
            pending.count();
        }
    }

    /** Vert.x adds keep-alive to each response of HTTP/1.0 after which the connection stays open. */
    private static boolean closesConnection(final HttpResponse response) {
        return response.headers().contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true)
                || (response.protocolVersion().minorVersion() == 0
                        && !response.headers().contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE, true));
    }

    /**
     * Where only the end of the connection ends a response, an incomplete response must not look complete: the
     * connection is reset, unless the last part is being written.
     */
    private void delimitByClose(final HttpResponse response) {
        if (response.protocolVersion().minorVersion() == 0
                && !response.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
            delimitedByClose = true;
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }

    /** Whether no further request of the client waits behind the one that is answered. */
    private boolean isLast() {
        if (discarding || receivingBody || decoder == null) {
            return true;
        }
        return bytesLeft == NO_LIMIT ? decoder.undecodedBytes() == 0 : !decoder.hasHead(bytesLeft);
    }

    void writabilityChanged() {
        unwritable = !channel.isWritable();
        pending.count();
        if (!unwritable && !inFlight) {
            decodeNext();
        }
    }
}
