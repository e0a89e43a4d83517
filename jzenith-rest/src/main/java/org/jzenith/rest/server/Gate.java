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
 * Counts the requests in flight of one HTTP/1 connection, and knows since when it waits for the client. Belongs to the
 * event loop of the connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
final class Gate implements ConnectionGuard {

    /** Vert.x keeps pipelined requests in a list until their turn comes. */
    private static final int MAX_PIPELINED = 1024;

    /** What may wait behind a request without an answer; then the connection is not read until that has its turn. */
    private static final int MAX_WAITING_BYTES = 64 * 1024;

    /** How long a client may go on with a body that nobody wants any more. */
    private static final long LINGER_SECONDS = 2;

    /** The kernel sends what is left by itself, which is the default. */
    private static final int NO_LINGER = -1;

    private final Channel channel;
    private final Watch watch;
    private final PendingBytes pending;
    private @Nullable ChannelHandlerContext place;
    private @Nullable StrictDecoder decoder;
    private int inFlight;
    private boolean greeted;
    private boolean arriving;
    private boolean broken;
    private boolean stuck;
    private boolean deaf;
    private boolean closing;
    private boolean halfClosed;
    private boolean endsByClose;
    private boolean waits;
    private int waiting;
    private boolean held;

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
        if (!waits && inFlight > 0) {
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
        final boolean resting = halfClosed || (inFlight == 0 && pending.count() == 0);
        return resting && (quietNanos == 0 || now - since >= quietNanos);
    }

    @Override
    public void closeQuiet() {
        cutOff();
    }

    @Override
    public void takeNoMore() {
        if (inFlight > 0 && !arriving && (inFlight > 1 || hasMore())) {
            deaf = true;
        }
    }

    /**
     * The last answer is sent. A client that still sends, as it cannot know yet or is in the middle of a body, would lose
     * the answer if its bytes met a closed connection (RFC 9112, 9.6): so it reads the end at once, and what it sends is
     * thrown away for a moment.
     */
    private void leave() {
        if ((arriving || watch.stopping().isBegun()) && channel.isActive() && channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
            halfClosed = true;
            since = System.nanoTime();
            channel.config().setAutoRead(true);
            channel.eventLoop().schedule(this::cutOff, LINGER_SECONDS, TimeUnit.SECONDS);
        } else {
            channel.close();
        }
    }

    /** Not through Vert.x, which would wait until everything is written. */
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

    /** Whether the client has sent the beginning of another request, or all of it. */
    private boolean hasMore() {
        return decoder != null && decoder.hasMore();
    }

    /** Bytes came that are no whole message yet. */
    void heard() {
        if (watch.stopping().isBegun()) {
            since = System.nanoTime();
        }
    }

    /** Counts what was decoded while an earlier request has no answer. */
    void counts(final int bytes) {
        if (inFlight > 1) {
            waiting += bytes;
            if (waiting > MAX_WAITING_BYTES && !halfClosed) {
                // Vert.x may read on when it comes to the next request, which lets in as much as has left.
                held = true;
                channel.config().setAutoRead(false);
            }
        }
    }

    /** What waited has its turn. */
    private void readOn() {
        waiting = 0;
        if (held) {
            held = false;
            channel.config().setAutoRead(true);
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
        if (++inFlight > MAX_PIPELINED) {
            cutOff();
        }
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
            if (--inFlight <= 1 && waiting > 0) {
                readOn();
            }
            since = watch.stopping().isBegun() ? System.nanoTime() : watch.soon();
            if (closing) {
                deaf = true;
                return promise.unvoid().addListener(sent -> leave());
            }
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
        return inFlight == 1 && (deaf || arriving || !hasMore());
    }

    void writabilityChanged() {
        stuck = !channel.isWritable();
        pending.count();
    }
}
