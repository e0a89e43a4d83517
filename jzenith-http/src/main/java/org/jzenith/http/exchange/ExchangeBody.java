package org.jzenith.http.exchange;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.http1.UnreadBody;
import org.jzenith.http.vertx.VertxHttp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The body of one request: {@linkplain #receive received as a whole}, {@linkplain #flowable read in pieces}, or kept back
 * until somebody asks for it. An exchange whose body nobody asks for has none of these. Used on the event loop of the request,
 * except where a method says otherwise.
 */
public final class ExchangeBody {

    private static final Logger LOGGER = LoggerFactory.getLogger(ExchangeBody.class);

    private final Exchange exchange;
    private final HttpServerRequest incoming;
    private @Nullable RequestBody whole;
    private @Nullable FlowableBody pieces;
    private @Nullable BodyStream received;
    private @Nullable List<BodyMemory> memories;
    private @Nullable BodyMemory value;

    /** The Content-Encoding that the server decodes; null for none. */
    private @Nullable String coding;

    /** Null before the first pause, and over HTTP/2. */
    private @Nullable UnreadBody unread;

    /** Bytes; negative while the limit is that of the listener. */
    private long maxBody = -1;

    /** Since when the body is awaited. */
    private long awaitedSince;

    private boolean awaited;
    private boolean paused;

    ExchangeBody(final Exchange exchange) {
        this.exchange = exchange;
        this.incoming = exchange.request().incoming();
    }

    /**
     * Receives the whole body, or refuses the request.
     *
     * @param completed runs when {@link #stream} is there, in the context of the request
     */
    public void receive(final Runnable completed) {
        exchange.awaitBody();
        awaited = false;
        final RequestBody created = new RequestBody(exchange, this, incoming, all -> {
            received = all;
            exchange.endBody();
            exchange.execute(completed);
        });
        whole = created;
        created.collect();
        if (!created.isWaiting()) {
            resume();
        }
    }

    /**
     * The received body.
     *
     * @return empty before it is received, and if there is none
     */
    public BodyStream stream() {
        return received == null ? BodyStream.empty() : received;
    }

    /**
     * Prepares {@link #flowable}, which may then be asked for on any thread.
     *
     * @throws MalformedRequestException if the headers say that the body is too large, or ask for what is not known
     */
    public void prepareFlowable() {
        final MalformedRequestException refusal =
                BodyHeaders.refusal(incoming, BodyHeaders.contentLength(incoming), this);
        if (refusal != null) {
            throw refusal;
        }
        pieces = new FlowableBody(exchange, this, incoming);
    }

    /**
     * The body in pieces, instead of {@link #receive}. It is read as its one subscriber asks for it, and not kept. It fails if
     * it is too large, if nothing arrives for the body time-out although it is asked for, and when the request ends. While
     * pieces arrive, the time-out of the request does not begin. A response closes the connection if the body is not read to
     * its end.
     *
     * @return the same for each call
     * @throws IllegalStateException if it is not prepared
     */
    @CheckReturnValue
    public Flowable<Buffer> flowable() {
        final FlowableBody prepared = pieces;
        if (prepared == null) {
            throw new IllegalStateException("The body is not prepared to be read in pieces.");
        }
        return prepared;
    }

    /**
     * Limits the body of this request in another way than the others of the listener. Called before the body is asked for.
     *
     * @param bytes the largest body
     */
    public void limit(final long bytes) {
        maxBody = bytes;
    }

    /**
     * Counts what is kept of the pieces of {@link #flowable}.
     *
     * @param requestEnded runs on the event loop if the request ends before the memory is released
     * @return without bytes at first
     */
    public BodyMemory memory(final Runnable requestEnded) {
        return memory(requestEnded, false);
    }

    /**
     * Counts what is kept of the pieces of {@link #flowable}, until it is released, although the request may have ended before.
     *
     * @param requestEnded runs on the event loop if the request ends before the memory is released
     * @return without bytes at first; the caller releases it
     */
    public BodyMemory memoryUntilReleased(final Runnable requestEnded) {
        return memory(requestEnded, true);
    }

    private BodyMemory memory(final Runnable requestEnded, final boolean outlastsRequest) {
        return memory(exchange.requests().listener().bodies(), requestEnded, outlastsRequest);
    }

    private BodyMemory memory(final BodyBudget budget, final Runnable requestEnded, final boolean outlastsRequest) {
        final BodyMemory memory = new BodyMemory(exchange, budget, requestEnded, outlastsRequest);
        List<BodyMemory> all = memories;
        if (all == null) {
            all = new ArrayList<>(1);
            memories = all;
        }
        all.add(memory);
        if (exchange.isFinished()) {
            memory.end();
        }
        return memory;
    }

    /**
     * The most memory that {@link #reserveForValue} ever reserves. On any thread.
     *
     * @return bytes
     */
    public long largestValue() {
        return exchange.requests().listener().values().largestBody();
    }

    /**
     * Reserves memory for the value that the received body is read into, until the request has ended and no caller {@linkplain
     * #retain retains} the body.
     *
     * @param bytes at most {@link #largestValue}
     * @param later runs when the memory is reserved, if this method returns false; never if there is no room in time
     * @return true if the memory is reserved; false if it is awaited, or if the request has been refused
     */
    public boolean reserveForValue(final long bytes, final Runnable later) {
        final BodyMemory memory = memory(exchange.requests().listener().values(), () -> {}, false);
        value = memory;
        return memory.reserve(bytes, later);
    }

    /**
     * Memory for values that parts of the body are read into, in the budget of {@link #reserveForValue}. On any thread.
     *
     * @return without bytes at first; the caller releases it
     */
    public ValueMemory valueMemory() {
        return new ValueMemory(exchange.requests().listener().values());
    }

    /**
     * Reads the received body on a worker thread, with the context of the request. The caller has {@linkplain #retain retained}
     * the body.
     *
     * @param reading reads {@link #stream}
     * @param release runs once, when nothing is read any more; on any thread
     * @return completes on the event loop; never if the request finishes before
     */
    public CompletionStage<@Nullable Object> readOnWorker(
            final Callable<@Nullable Object> reading, final Runnable release) {
        final RequestBody collected = whole;
        if (collected == null || !collected.isWhole()) {
            release.run();
            return CompletableFuture.failedFuture(new IllegalStateException("The request has no body to read."));
        }
        final BodyStream stream = collected.readOnWorker();
        return exchange.workers()
                .run(
                        () -> {
                            if (stream.isDiscarded()) {
                                throw new ClosedChannelException();
                            }
                            return reading.call();
                        },
                        release);
    }

    /**
     * Retains the received body, and the memory of its value, for work that may outlast the request.
     *
     * @return releases it; on any thread. A second run does nothing
     */
    public Runnable retain() {
        final Runnable bytes = whole == null ? () -> {} : whole.retain();
        if (value == null) {
            return bytes;
        }
        final Runnable memory = value.retain();
        return () -> {
            bytes.run();
            memory.run();
        };
    }

    /** Decodes the body while it is received. */
    void decode(final String contentEncoding) {
        coding = contentEncoding;
    }

    boolean isDecoded() {
        return coding != null;
    }

    BodyDecoder decoder() {
        return new BodyDecoder(ContentDecoder.of(Objects.requireNonNull(coding)), maxRatio());
    }

    private int maxRatio() {
        return Objects.requireNonNull(exchange.requests().listener().limits().decoding())
                .maxRatio();
    }

    /** The bytes that the decoder takes; at most an eighth of the largest body, so that a small budget refuses no body for them. */
    long decoderMemory() {
        final long most = BodyDecoder.mostDecoded(BodyHeaders.contentLength(incoming), maxRatio(), maxBody());
        return Math.min(
                ContentDecoder.memory(Objects.requireNonNull(coding), most),
                Math.max(
                        InflateDecoder.MEMORY,
                        exchange.requests().listener().bodies().largestBody() / 8));
    }

    long maxBody() {
        return maxBody < 0 ? exchange.requests().listener().limits().maxBody() : maxBody;
    }

    /** The body has more bytes than it may. The log says what sets the limit, which clients need not know. */
    MalformedRequestException tooLarge() {
        return tooLarge(maxBody(), maxBody < 0 ? "max-body-size" : null);
    }

    /** The body has more bytes than all bodies together may take. */
    MalformedRequestException largerThanBudget() {
        return tooLarge(exchange.requests().listener().bodies().largestBody(), "max-buffered-bodies");
    }

    private MalformedRequestException tooLarge(final long limit, final @Nullable String setting) {
        LOGGER.debug(
                "A body is refused, because it is larger than {} bytes. This limit comes from {}.",
                limit,
                setting == null
                        ? "the method that answers, such as its @MaxBodySize"
                        : exchange.requests().listener().plugin() + "." + setting);
        return BodyHeaders.tooLarge(limit);
    }

    /** Until somebody asks for it, or the request has ended. */
    void pause() {
        if (!paused) {
            pauseReading();
            paused = true;
        }
    }

    /** What arrives before it is asked for is counted from the first time on. */
    void pauseReading() {
        if (unread == null && incoming.version() != HttpVersion.HTTP_2) {
            unread = UnreadBody.of(VertxHttp.channelOf(incoming.connection()));
            if (unread != null) {
                unread.paused();
            }
        }
        BodyDemand.pause(incoming);
    }

    /** A piece has come out of Vert.x. */
    void taken(final Buffer piece) {
        if (unread != null) {
            unread.taken(piece.length());
        }
    }

    private void resume() {
        if (paused) {
            paused = false;
            BodyDemand.resume(incoming);
        }
    }

    /**
     * Returns true if the body has been asked for, as a whole or in pieces.
     *
     * @return false also for a request without a body
     */
    public boolean isAskedFor() {
        return whole != null || pieces != null;
    }

    /** Whether there is one that nobody has begun to receive, or that is not read to its end in pieces. */
    boolean isOutstanding() {
        return whole == null && (pieces == null || !pieces.isWhole()) && BodyHeaders.isExpected(incoming);
    }

    /** Null if it is not prepared. */
    @Nullable
    FlowableBody pieces() {
        return pieces;
    }

    /** Null before anybody has asked for the whole body. */
    @Nullable
    RequestBody whole() {
        return whole;
    }

    /**
     * Starts the time-outs again: of a body that is read only from now on, or of which a piece has arrived. A response that has
     * begun has no deadline any more.
     */
    void restartTimeout() {
        awaited = false;
        if (!exchange.hasBegunResponse()) {
            exchange.context().restartDeadline();
        }
    }

    /** Nanoseconds since this was first asked. */
    long elapsed(final long now) {
        if (!awaited) {
            awaited = true;
            awaitedSince = now;
        }
        return now - awaitedSince;
    }

    /** Releases a body that has been read, because its response may be streamed for hours. */
    void releaseIfRead() {
        if (whole != null) {
            whole.releaseIfRead();
        }
    }

    /** The request ends. Bytes that nobody reads count against all streams of an HTTP/2 connection. */
    void end() {
        resume();
        if (whole != null) {
            whole.end();
        }
        if (memories != null) {
            memories.forEach(BodyMemory::end);
        }
    }

    /** The request has ended, and its call has been told: a subscriber that has not gone with it is told, too. */
    void requestEnded() {
        if (pieces != null) {
            pieces.requestEnded();
        }
    }
}
