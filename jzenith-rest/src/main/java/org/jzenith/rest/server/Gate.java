package org.jzenith.rest.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
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
final class Gate {

    /** Vert.x keeps pipelined requests in a list until their turn comes. */
    private static final int MAX_PIPELINED = 1024;

    /** How long a client may go on with a body that nobody wants any more. */
    private static final long LINGER_SECONDS = 2;

    private final Channel channel;
    private final Watch watch;
    private @Nullable ChannelHandlerContext place;
    private int inFlight;
    private boolean greeted;
    private boolean arriving;
    private boolean multiplexed;
    private boolean stuck;
    private boolean deaf;
    private boolean closing;
    private long since = System.nanoTime();

    Gate(final Channel channel, final Watch watch) {
        this.channel = channel;
        this.watch = watch;
        watch.add(this);
        channel.closeFuture().addListener(closed -> watch.remove(this));
    }

    /** The connection speaks HTTP/2, which has its own rules. */
    void multiplexed() {
        multiplexed = true;
        watch.remove(this);
    }

    void closeIfLate(final long now) {
        if (multiplexed || (inFlight > 0 && !stuck)) {
            return;
        }
        final long limit = greeted ? watch.idleNanos() : watch.headerNanos();
        if (now - since >= limit) {
            cutOff();
        }
    }

    /**
     * The last answer is sent. A client in the middle of a body would lose it if what it still sends met a closed
     * connection (RFC 9112, 9.6): so it reads the end at once, and what it sends is thrown away for a moment.
     */
    private void leave() {
        if (arriving && channel.isActive() && channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
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

    void closeIfIdle() {
        if (inFlight == 0) {
            channel.close();
        }
    }

    /** Looks at what was decoded; false if nobody wants it any more. Asks for classes, as interfaces cost more. */
    boolean admits(final Object message) {
        if (message == LastHttpContent.EMPTY_LAST_CONTENT) {
            arriving = false;
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
        final boolean whole = watch.isWholeAnswer(message);
        if (whole || message instanceof HttpResponse) {
            final HttpResponse response = (HttpResponse) message;
            if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
                return promise;
            }
            if (watch.isRefusing() && inFlight == 1) {
                response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            }
            closing |= response.headers().contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
        }
        if (whole || message instanceof LastHttpContent) {
            inFlight--;
            since = watch.soon();
            if (closing || (watch.isRefusing() && inFlight == 0)) {
                deaf = true;
                return promise.unvoid().addListener(sent -> leave());
            }
        }
        return promise;
    }

    void writabilityChanged() {
        stuck = !channel.isWritable();
        since = System.nanoTime();
    }
}
