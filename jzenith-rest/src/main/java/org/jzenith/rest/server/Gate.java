package org.jzenith.rest.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets the requests of one HTTP/1 connection in one after another, and knows since when it waits for the client. Belongs
 * to the event loop of the connection.
 *
 * <p>What a client sends behind a request without an answer is read, up to a limit, and not decoded: so the end of the
 * connection is seen, and Vert.x never has two requests of one connection, of which it would only tell the last one.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
final class Gate implements ConnectionGuard {

    /** What may wait behind a request without an answer; if there is more, the connection is not read until the answer. */
    private static final int MAX_WAITING_BYTES = 64 * 1024;

    /** There is no limit yet to the bytes in which requests may begin. */
    private static final int NO_LIMIT = -1;

    /** How long a client may go on with a body that nobody wants any more. */
    private static final long LINGER_SECONDS = 2;

    /** The kernel sends what is left by itself, which is the default. */
    private static final int NO_LINGER = -1;

    private final Channel channel;
    private final Watch watch;
    private final PendingBytes pending;
    private @Nullable ChannelHandlerContext place;
    private @Nullable StrictDecoder decoder;
    private boolean inFlight;
    private boolean greeted;
    private boolean arriving;
    private boolean broken;
    private boolean stuck;
    private boolean deaf;
    private boolean closing;
    private boolean halfClosed;
    private boolean endsByClose;
    private boolean waits;
    private boolean held;
    private boolean gone;

    /** In how many of the next bytes requests may begin. */
    private int left = NO_LIMIT;

    /** Since when the client has been silent, or has taken nothing of what waits for it. */
    private long since = System.nanoTime();

    Gate(final Channel channel, final Watch watch) {
        this.channel = channel;
        this.watch = watch;
        this.pending = new PendingBytes(channel, watch.budget());
        watch.add(channel, this);
    }

    @Override
    public void look(final long now) {
        if (pending.count() > 0) {
            if (pending.isTaken()) {
                since = now;
            }
            waits = true;
        } else if (waits) {
            // All is taken; the time without a request begins.
            waits = false;
            pending.forget();
            since = now;
        }
        pending.publish();
        if (!waits && inFlight) {
            return;
        }
        final long limit = greeted ? watch.idleNanos() : watch.headerNanos();
        if (now - since >= limit) {
            cutOff();
        }
    }

    @Override
    public long stalledNanos(final long now) {
        return waits && channel.isOpen() ? now - since : 0;
    }

    @Override
    public void endStalled() {
        cutOff();
    }

    @Override
    public void announceStop() {
        // The next answer says it.
    }

    @Override
    public boolean isQuiet(final long now, final long quietNanos) {
        final boolean resting = halfClosed || (!inFlight && pending.count() == 0);
        return resting && (quietNanos == 0 || now - since >= quietNanos);
    }

    @Override
    public void closeQuiet() {
        cutOff();
    }

    @Override
    public void takeNoMore() {
        if (!inFlight || arriving || deaf) {
            return;
        }
        if (held) {
            // More is sent than is read: all of it is thrown away, which also shows whether the client is still there.
            deaf = true;
            readOn();
        } else if (left == NO_LIMIT) {
            left = unread();
        }
    }

    /**
     * The last answer is sent. A client that still sends, as it cannot know yet or is in the middle of a body, would lose
     * the answer if its bytes met a closed connection (RFC 9112, 9.6): so it reads the end at once, and what it sends is
     * thrown away for a moment.
     */
    private void leave() {
        final boolean sending = arriving || unread() > 0 || watch.stopping().isBegun();
        if (sending && channel.isActive() && channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
            halfClosed = true;
            since = System.nanoTime();
            channel.config().setAutoRead(true);
            channel.eventLoop().schedule(this::cutOff, LINGER_SECONDS, TimeUnit.SECONDS);
        } else {
            cutOff();
        }
    }

    /** Not through Vert.x, which would wait until everything is written, and write in the middle of another write. */
    private void cutOff() {
        if (place == null) {
            channel.close();
        } else {
            place.close();
        }
    }

    /** Behind it in the pipeline is Vert.x. */
    void standsAt(final ChannelHandlerContext context) {
        place = context;
    }

    void readsWith(final StrictDecoder reader) {
        decoder = reader;
    }

    /** How many bytes the client has sent behind the request that was decoded last. */
    private int unread() {
        return decoder == null ? 0 : decoder.unread();
    }

    /** Bytes came that are no whole message yet. */
    void heard() {
        if (watch.stopping().isBegun()) {
            since = System.nanoTime();
        }
    }

    /** Whether more may be decoded: not while a request that has arrived waits for its answer. */
    boolean isOpen() {
        return !gone && (!inFlight || arriving || deaf);
    }

    /** Bytes wait behind a request without an answer. */
    void holds(final int bytes) {
        if (bytes > MAX_WAITING_BYTES) {
            held = true;
            channel.config().setAutoRead(false);
        }
    }

    /** Whether nothing more is read, although nothing could be decoded. */
    boolean isHeld() {
        return held;
    }

    /** Bytes were decoded. */
    void takes(final int bytes) {
        if (left > 0) {
            left = Math.max(0, left - bytes);
        }
    }

    /** The client has closed the connection, or it is broken. What it sent before gets no answer. */
    void leaves() {
        gone = true;
    }

    private void readOn() {
        if (held) {
            held = false;
            channel.config().setAutoRead(true);
        }
    }

    /** The answer is written; the next request has its turn. */
    private void next() {
        readOn();
        if (decoder != null && !decoder.isDecoding() && decoder.unread() > 0) {
            channel.eventLoop().execute(decoder::decodeOn);
        }
    }

    /** Looks at what was decoded; false if nobody wants it any more. Asks for classes, as interfaces cost more. */
    boolean admits(final Object message) {
        if (message == LastHttpContent.EMPTY_LAST_CONTENT) {
            arriving = broken;
            return !deaf;
        }
        if (message instanceof DefaultHttpRequest request) {
            arriving = !(request instanceof DefaultFullHttpRequest);
            deaf |= left == 0;
            if (!deaf) {
                begin(request);
                return true;
            }
        } else if (message instanceof LastHttpContent) {
            arriving = false;
        }
        return !deaf;
    }

    /** Nobody knows where the body ends that is arriving, so more of it may come. */
    void bodyBreaks() {
        broken = true;
    }

    private void begin(final HttpRequest request) {
        greeted = true;
        inFlight = true;
        if (request.decoderResult().isSuccess() && !isUnderstood(request)) {
            request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("not HTTP/1.1")));
        }
        // Nobody knows where the next request begins.
        deaf = request.decoderResult().isFailure();
    }

    /** Whether the version is known, and the length of the body beyond doubt. */
    @SuppressWarnings("ReferenceEquality") // as Vert.x compares
    private static boolean isUnderstood(final HttpRequest request) {
        final boolean current = request.protocolVersion() == HttpVersion.HTTP_1_1;
        if (!current && request.protocolVersion() != HttpVersion.HTTP_1_0) {
            // Otherwise the answer would be of this version too.
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

    /** Looks at what is about to be encoded; if it is the last, the promise to write it with closes the connection. */
    ChannelPromise passes(final Object message, final ChannelPromise promise) {
        if (stuck) {
            pending.count();
        }
        final boolean whole = watch.isWholeAnswer(message);
        if (whole || message instanceof HttpResponse) {
            final HttpResponse response = (HttpResponse) message;
            if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
                return promise;
            }
            if (watch.stopping().isBegun() && isLast()) {
                response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            }
            if (!whole) {
                endByClose(response);
            }
            closing |= response.headers().contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
        }
        if (whole || message instanceof LastHttpContent) {
            if (endsByClose) {
                endsByClose = false;
                channel.config().setOption(ChannelOption.SO_LINGER, NO_LINGER);
            }
            inFlight = false;
            since = watch.stopping().isBegun() ? System.nanoTime() : watch.soon();
            if (closing) {
                deaf = true;
                return promise.unvoid().addListener(sent -> leave());
            }
            next();
        }
        return promise;
    }

    /**
     * Where only the end of the connection ends an answer, a connection that breaks off must not look like an end: it is
     * reset, unless the last piece is on its way.
     */
    private void endByClose(final HttpResponse response) {
        if (response.protocolVersion().minorVersion() == 0
                && !response.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
            endsByClose = true;
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }

    /** Whether no request that the client has sent waits behind the one that is answered. */
    private boolean isLast() {
        if (deaf || arriving || decoder == null) {
            return true;
        }
        return left == NO_LIMIT ? decoder.unread() == 0 : !decoder.hasHead(left);
    }

    void writabilityChanged() {
        stuck = !channel.isWritable();
        pending.count();
    }
}
