package org.jzenith.http.internal.http1;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpServerOptions;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.http1.UpgradedProtocol;
import org.jzenith.http.internal.connection.ConnectionState;
import org.jzenith.http.internal.connection.ConnectionSweeper;
import org.jzenith.http.internal.connection.PendingBytes;
import org.jzenith.http.internal.connection.ServerHeaders;

/**
 * The state of an HTTP/1 connection: decides when its next request is decoded, and measures how long the connection
 * waits for its client. Used on the event loop of the connection only. {@link Http1Input} limits what is read before it
 * is taken, {@link Http1ConnectionEnd} closes the connection.
 *
 * <p>What a client sends behind a request in flight is read, up to a limit, and not decoded: so a disconnect is seen,
 * and Vert.x never has two requests of one connection, as it reports a disconnect only to the last one.
 */
public final class Http1ConnectionState implements ConnectionState {

    private static final AttributeKey<Http1ConnectionState> STATE =
            AttributeKey.valueOf(Http1ConnectionState.class, "state");

    /** Requests may start at any later byte. */
    private static final int NO_LIMIT = -1;

    private final Channel channel;
    private final ConnectionSweeper sweeper;
    private final PendingBytes pending;
    private final Http1Input input;
    private final Http1ConnectionEnd end;
    private @Nullable Class<?> fullResponse;
    private boolean inFlight;
    private boolean requestReceived;
    private boolean receivingBody;
    private boolean framingBroken;
    private boolean unwritable;
    private boolean discarding;
    private boolean closing;
    private boolean responsePending;
    private boolean disconnected;

    /** The client asked to close the connection after this request. */
    private boolean closeRequested;

    /** The client has sent bytes that were discarded. */
    private boolean hasDiscarded;

    /** Requests may start in this many further bytes. */
    private int bytesLeft = NO_LIMIT;

    /** The next response has none of the prepared headers but those that it sets. */
    private boolean leavesOutPrepared;

    /** The time since which the client has been silent, or has taken none of the bytes that wait for it. */
    private long inactiveSince = System.nanoTime();

    /** Creates the state of a connection of which no byte has been read. */
    public Http1ConnectionState(final Channel channel, final ConnectionSweeper sweeper) {
        this.channel = channel;
        this.sweeper = sweeper;
        this.pending = new PendingBytes(channel, sweeper);
        this.input = new Http1Input(channel);
        this.end = new Http1ConnectionEnd(channel);
        sweeper.add(channel, this);
        channel.attr(STATE).set(this);
    }

    /** Returns the state of a connection; null if the connection does not use HTTP/1. */
    public static @Nullable Http1ConnectionState of(final Channel channel) {
        return channel.attr(STATE).get();
    }

    /**
     * Sets whether the encoder leaves out the {@linkplain ServerHeaders#writePrepared prepared headers} of the next response that is not
     * informational.
     */
    public void leaveOutPrepared(final boolean leaveOut) {
        leavesOutPrepared = leaveOut;
    }

    /** Called when the status line of a response that is not informational is encoded. Returns true if the prepared headers follow. */
    boolean addsPrepared() {
        final boolean adds = !leavesOutPrepared;
        leavesOutPrepared = false;
        return adds;
    }

    /** Replaces the decoder and the encoder of Vert.x, which has just added its handlers. */
    public void replaceCodec(final HttpServerOptions options) {
        channel.pipeline().replace("httpDecoder", "httpDecoder", new StrictDecoder(options, this));
        channel.pipeline().replace("httpEncoder", "httpEncoder", new ResponseEncoder(this, sweeper));
    }

    Http1Input input() {
        return input;
    }

    Http1ConnectionEnd end() {
        return end;
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
                end.close();
            } else {
                end.closeNow();
            }
        }
    }

    @Override
    public long stalledNanos(final long now) {
        return responsePending && channel.isOpen() ? now - inactiveSince : 0;
    }

    @Override
    public void endStalled() {
        end.closeNow();
    }

    @Override
    public void announceStop() {
        // The next response carries Connection: close.
    }

    @Override
    public boolean isIdle(final long now, final long idleGraceNanos) {
        final boolean resting =
                end.isHalfClosed() || (!inFlight && !input.isDecodingScheduled() && pending.count() == 0);
        return resting && (idleGraceNanos == 0 || now - inactiveSince >= idleGraceNanos);
    }

    @Override
    public boolean isClosedAfterRead() {
        return true;
    }

    /** The sending side first, so that a request on its way meets no reset; then the connection, after another grace. */
    @Override
    public void closeIdle() {
        if (end.isHalfClosed() || !sweeper.hasIdleGrace()) {
            end.close();
        } else {
            discarding = true;
            closeAfterLastResponse();
        }
    }

    @Override
    public void refuseFurtherRequests() {
        if ((!inFlight && input.undecodedBytes() == 0) || receivingBody || discarding) {
            return;
        }
        if (inFlight && input.isReadingPaused()) {
            // Reading is paused: go on reading and discard the bytes, so that a disconnect is seen.
            discarding = true;
            input.resumeReading();
        } else if (bytesLeft == NO_LIMIT) {
            bytesLeft = input.undecodedBytes();
        }
    }

    /** The last response is sent. */
    private void closeAfterLastResponse() {
        final boolean sending = receivingBody || hasDiscarded || input.undecodedBytes() > 0 || sweeper.isStopBegun();
        if (end.closeAfterLastResponse(sending)) {
            inactiveSince = System.nanoTime();
        }
    }

    /** The connection speaks another protocol from now on: the state of that protocol replaces this one. */
    void upgrade(final UpgradedProtocol protocol) {
        input.resumeReading();
        sweeper.add(channel, new UpgradedConnectionState(channel, sweeper, pending, protocol));
    }

    /** Vert.x closes: over TLS it may learn earlier than this class that the last response is sent. */
    void endAfterLastResponse() {
        if (closing && !inFlight) {
            closeAfterLastResponse();
        }
    }

    /** Bytes were received that are not a whole message yet. */
    void bytesReceived() {
        if (sweeper.isStopBegun()) {
            inactiveSince = System.nanoTime();
        }
    }

    /**
     * Returns true if more may be decoded. While a whole request is in flight, nothing is. A further request waits while the client does
     * not read its responses, or after too many requests in this turn of the event loop.
     */
    boolean mayDecode() {
        return !disconnected && (discarding || (receivingBody ? input.mayReceiveBody() : mayBeginRequest()));
    }

    private boolean mayBeginRequest() {
        return !inFlight && !unwritable && input.mayBeginRequest();
    }

    /** All that could be decoded is passed on. */
    void limitUnread() {
        if (receivingBody && !discarding) {
            input.limitUnread();
        }
    }

    /** Bytes were decoded. */
    void bytesDecoded(final int bytes) {
        hasDiscarded |= discarding && bytes > 0;
        input.bytesDecoded();
        if (bytesLeft > 0) {
            bytesLeft = Math.max(0, bytesLeft - bytes);
        }
    }

    /** The client has closed the connection, or the network has. Undecoded bytes get no response. */
    void clientDisconnected() {
        disconnected = true;
    }

    /**
     * Accepts a decoded message; returns false if the caller must discard it. Compares classes, because a test for an interface
     * costs more.
     */
    boolean tryAccept(final Object message) {
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
            input.decoded(message);
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
        input.requestDecoded();
        closeRequested = request.headers().contains(HttpHeaderNames.CONNECTION)
                && request.headers().containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
        // The start of the next request cannot be found.
        discarding = request.decoderResult().isFailure();
    }

    /** Called before a message is encoded. After the last response the returned promise closes the connection. */
    ChannelPromise beforeEncoding(final Object message, final ChannelPromise promise) {
        beforeChunk();
        final boolean whole = isFullResponse(message);
        if (whole || message instanceof HttpResponse) {
            final HttpResponse response = (HttpResponse) message;
            if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
                return promise;
            }
            if (closeRequested || (sweeper.isStopBegun() && isLast())) {
                response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
                if (response.headers().contains(HttpHeaderNames.UPGRADE)) {
                    response.headers().add(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE);
                }
            }
            if (!whole) {
                end.responseBegins(response);
            }
            closing |= closesConnection(response);
        }
        if (whole || message instanceof LastHttpContent) {
            if (end.isDelimitedByClose()) {
                end.responseEnds();
            }
            inFlight = false;
            inactiveSince = sweeper.isStopBegun() ? System.nanoTime() : sweeper.nextSweepNanos();
            if (closing) {
                discarding = true;
                input.requestEnded();
                return promise.unvoid().addListener(sent -> closeAfterLastResponse());
            }
            input.requestEnded();
            input.decodeNext();
        }
        return promise;
    }

    /** Returns true for a response with its whole body. Vert.x has one class for it, which is remembered at the first. */
    boolean isFullResponse(final Object message) {
        if (message.getClass() != fullResponse
                && message instanceof HttpResponse
                && message instanceof LastHttpContent) {
            fullResponse = message.getClass();
        }
        return message.getClass() == fullResponse;
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

    /** Returns true if no further request is waiting behind the current one. */
    private boolean isLast() {
        if (discarding || receivingBody) {
            return true;
        }
        return bytesLeft == NO_LIMIT ? input.undecodedBytes() == 0 : !input.hasHead(bytesLeft);
    }

    void writabilityChanged() {
        unwritable = !channel.isWritable();
        pending.count();
        if (!unwritable && !inFlight) {
            input.decodeNext();
        }
    }
}
