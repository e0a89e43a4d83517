package org.jzenith.http.body;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.http1.Http1Input;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.jzenith.http.request.MalformedRequestException;

/**
 * The body of one request: {@linkplain #receive received as a whole}, {@linkplain #flowable read in pieces}, or kept back until the
 * application asks for it. If the application never asks for the body, none of these happens. Used on the event loop of the request,
 * except where a method says otherwise.
 */
public final class ExchangeBody {

    private final BodyOwner owner;
    private final HttpServerRequest incoming;
    private final BodyLimits limits;

    /** The Content-Encoding that the server decodes; null for none. */
    private @Nullable String coding;

    private @Nullable RequestBody whole;
    private @Nullable FlowableBody pieces;
    private @Nullable BodyStream received;
    private @Nullable List<BodyMemory> memories;
    private @Nullable BodyMemory value;

    /** Null before the first pause, and over HTTP/2. */
    private @Nullable Http1Input unread;

    /** The limit in bytes; negative if the limit of the listener applies. */
    private long maxBody = -1;

    /** The time at which the wait for the body started. */
    private long awaitedSince;

    private boolean awaited;
    private boolean paused;

    /** True while the application waits for the whole body. */
    private boolean receiving;

    /**
     * Creates the body before the application asks for it.
     *
     * @param owner the exchange of the request
     * @param incoming the request with the body
     * @param limits the limits of the listener
     */
    public ExchangeBody(final BodyOwner owner, final HttpServerRequest incoming, final BodyLimits limits) {
        this.owner = owner;
        this.incoming = incoming;
        this.limits = limits;
    }

    /**
     * Receives the whole body, or refuses the request.
     *
     * @param completed runs when {@link #stream} is available, in the context of the request
     */
    public void receive(final Runnable completed) {
        if (incoming.isEnded()) {
            // There is no body, and a guard has taken its time. One with a body is paused until then.
            owner.execute(completed);
            return;
        }
        receiving = true;
        awaited = false;
        final RequestBody created = new RequestBody(owner, this, incoming, all -> {
            received = all;
            receiving = false;
            owner.bodyReceived();
            owner.execute(completed);
        });
        whole = created;
        created.collect();
        if (!created.isWaiting()) {
            resume();
        }
    }

    /**
     * Returns the received body.
     *
     * @return an empty stream before the body is received, and if there is no body
     */
    public BodyStream stream() {
        return received == null ? BodyStream.empty() : received;
    }

    /**
     * Prepares {@link #flowable}, which can then be called on any thread.
     *
     * @throws MalformedRequestException if the headers announce a body that is too large, or an unsupported
     *     {@code Expect}
     */
    public void prepareFlowable() {
        final MalformedRequestException refusal = refusal(BodyHeaders.contentLength(incoming));
        if (refusal != null) {
            throw refusal;
        }
        pieces = new FlowableBody(owner, this, incoming);
    }

    /** Returns the reason to refuse the body, according to its headers; null if there is none. */
    @Nullable
    MalformedRequestException refusal(final long declared) {
        if (declared > maxBody()) {
            return tooLarge();
        }
        final String expectation = incoming.headers().get(HttpHeaders.EXPECT);
        return expectation == null || expectation.equalsIgnoreCase("100-continue")
                ? null
                : new MalformedRequestException(417, "The only supported expectation is 100-continue.");
    }

    /**
     * Returns the body in pieces; used instead of {@link #receive}. Pieces are read as the only subscriber requests them, and are not
     * kept. The body fails if it is too large, if less than 8 KiB of requested bytes arrive within the body time-out, or if the request
     * ends. While pieces arrive, the time-out of the request does not start. If the body is not read to its end, the response closes
     * the connection.
     *
     * @return the same for each call
     * @throws IllegalStateException if {@link #prepareFlowable} was not called
     */
    @CheckReturnValue
    public Flowable<Buffer> flowable() {
        final FlowableBody prepared = pieces;
        if (prepared == null) {
            throw new IllegalStateException(
                    "The body was not prepared for reading in pieces. Call prepareFlowable() first.");
        }
        return prepared;
    }

    /**
     * Sets a limit for the body of this request only. Call it before the body is read.
     *
     * @param bytes the size of the largest allowed body
     */
    public void limit(final long bytes) {
        maxBody = bytes;
    }

    /**
     * Counts the pieces of {@link #flowable} that the caller keeps against the limit of all bodies, until the request ends.
     *
     * @param requestEnded runs on the event loop if the request ends before the memory is released
     * @return memory that counts no bytes yet
     */
    public BodyMemory memory(final Runnable requestEnded) {
        return memory(limits.bodies(), requestEnded, false);
    }

    /**
     * Counts the pieces of {@link #flowable} that the caller keeps against the limit of all bodies, until the caller releases them, even
     * after the end of the request.
     *
     * @param requestEnded runs on the event loop if the request ends before the memory is released
     * @return memory that counts no bytes yet; the caller must release it
     */
    public BodyMemory memoryUntilReleased(final Runnable requestEnded) {
        return memory(limits.bodies(), requestEnded, true);
    }

    private BodyMemory memory(
            final BodyBudget budget, final @Nullable Runnable requestEnded, final boolean outlastsRequest) {
        final BodyMemory memory = new BodyMemory(owner, limits, budget, requestEnded, outlastsRequest);
        List<BodyMemory> all = memories;
        if (all == null) {
            all = new ArrayList<>(1);
            memories = all;
        }
        all.add(memory);
        if (owner.isFinished()) {
            memory.end();
        }
        return memory;
    }

    /**
     * Returns the largest number of bytes that {@link #reserveForValue} can reserve. May be called on any thread.
     *
     * @return bytes
     */
    public long largestValue() {
        return limits.values().largestBody();
    }

    /**
     * Reserves memory like {@link #reserveForValue}, but only if at least half of the budget remains free and no other body
     * waits.
     *
     * @param bytes the number of bytes
     * @return false if nothing is reserved
     */
    public boolean tryReserveForValue(final long bytes) {
        return memoryOfValue().tryReserveFirst(bytes);
    }

    private BodyMemory memoryOfValue() {
        BodyMemory memory = value;
        if (memory == null) {
            memory = memory(limits.values(), null, false);
            value = memory;
        }
        return memory;
    }

    /**
     * Reserves memory for the value parsed from the received body. It is released when the request has ended and no caller
     * {@linkplain #retain retains} the body.
     *
     * @param bytes at most {@link #largestValue}
     * @param later if this method returns false, runs once the memory is reserved; never runs if there is no room in time
     * @return true if the memory is reserved; false if it is awaited, or if the request has been refused
     */
    public boolean reserveForValue(final long bytes, final Runnable later) {
        return memoryOfValue().reserve(bytes, later);
    }

    /**
     * Counts values parsed from parts of the body against the budget of {@link #reserveForValue}. May be called on any thread.
     *
     * @return memory that counts no bytes yet; the caller must release it
     */
    public ValueMemory valueMemory() {
        return new ValueMemory(limits.values());
    }

    /**
     * Lets another thread read the received body, which the caller has {@linkplain #retain retained}.
     *
     * @param reading reads {@link #stream}
     * @return the same work, which fails if the request has ended or has no body
     */
    public Callable<@Nullable Object> onWorker(final Callable<@Nullable Object> reading) {
        final BodyStream stream = whole == null ? null : whole.readOnWorker();
        return () -> {
            if (stream == null) {
                throw new IllegalStateException("The request has no body to read.");
            }
            if (stream.isDiscarded()) {
                throw new ClosedChannelException();
            }
            return reading.call();
        };
    }

    /**
     * Retains the received body, and the memory of its value, for work that may outlast the request.
     *
     * @return releases both, on any thread; a second run does nothing
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

    /**
     * Decodes the body while it is received.
     *
     * @param contentEncoding a coding that {@link BodyLimits#decodedCoding} has returned
     */
    public void decode(final String contentEncoding) {
        coding = contentEncoding;
    }

    boolean isDecoded() {
        return coding != null;
    }

    BodyDecoder decoder() {
        return new BodyDecoder(ContentDecoder.of(Objects.requireNonNull(coding)), limits.maxRatio());
    }

    /**
     * Returns the memory that the decoder needs. It counts as at most an eighth of the largest body, so that a body is
     * never refused only because of its decoder.
     */
    long decoderMemory() {
        final long most = BodyDecoder.mostDecoded(BodyHeaders.contentLength(incoming), limits.maxRatio(), maxBody());
        return Math.min(
                ContentDecoder.memory(Objects.requireNonNull(coding), most),
                Math.max(InflateDecoder.MEMORY, limits.largestBody() / 8));
    }

    long maxBody() {
        return maxBody < 0 ? limits.maxBody() : maxBody;
    }

    MalformedRequestException tooLarge() {
        return limits.tooLarge(
                maxBody(),
                maxBody < 0 ? limits.plugin() + ".max-body-size" : "the resource method, for example its @MaxBodySize");
    }

    BodyLimits limits() {
        return limits;
    }

    /**
     * Pauses reading until the application asks for the body or the request has ended. Without the pause, bytes would
     * arrive without a receiver and be lost.
     */
    public void pause() {
        if (!paused) {
            pauseReading();
            paused = true;
        }
    }

    /** Pauses reading. After the first pause, jZenith counts bytes that arrive before they are requested. */
    void pauseReading() {
        if (unread == null && incoming.version() != HttpVersion.HTTP_2) {
            unread = Http1Input.of(VertxHttp.channelOf(incoming.connection()));
            if (unread != null) {
                unread.paused();
            }
        }
        if (!incoming.isEnded()) {
            incoming.pause();
        }
    }

    /** Accounts for a piece that came from Vert.x. */
    void taken(final Buffer piece) {
        if (unread != null) {
            unread.taken(piece.length());
        }
    }

    private void resume() {
        if (paused) {
            paused = false;
            resumeReading();
        }
    }

    /** Resumes reading, unless the client has reset the HTTP/2 stream: Vert.x would then throw. */
    void resumeReading() {
        if (!incoming.isEnded()) {
            incoming.resume();
        }
    }

    /** Requests pieces, unless the client has reset the HTTP/2 stream. */
    void fetch(final long count) {
        if (!incoming.isEnded()) {
            incoming.fetch(count);
        }
    }

    /**
     * Returns true if the body has been asked for, as a whole or in pieces. A call of {@link #receive} does not count if the request
     * has no body.
     */
    public boolean isAskedFor() {
        return whole != null || pieces != null;
    }

    /** Returns true if the application has neither asked for the whole body nor read all pieces. */
    public boolean isOutstanding() {
        return whole == null && (pieces == null || !pieces.isWhole());
    }

    /**
     * Returns true while the whole body is being received. The handler cannot respond until then.
     *
     * @return false if the application has not asked for it
     */
    public boolean isAwaited() {
        return receiving && !owner.hasBegunResponse();
    }

    /**
     * Refuses the request if its whole body takes too long. The time starts at the first call.
     *
     * @param now the current {@link System#nanoTime}
     * @param deadlinePassed true if the request has no time left
     */
    public void checkTime(final long now, final boolean deadlinePassed) {
        final RequestBody arriving = whole;
        if (!awaited) {
            awaited = true;
            awaitedSince = now;
        }
        if (arriving != null) {
            arriving.checkTime(now, now - awaitedSince, limits.nanos(), deadlinePassed);
        }
    }

    /**
     * Fails a body that is read in pieces if the client sends too slowly.
     *
     * @param now the current {@link System#nanoTime}
     * @return false if no receiver waits for a piece
     */
    public boolean checkPieces(final long now) {
        final FlowableBody reading = pieces;
        if (reading == null || !reading.isAwaited()) {
            return false;
        }
        owner.context().run(() -> reading.checkTime(now, limits.nanos()));
        return true;
    }

    /**
     * Restarts the time-outs when reading of the body starts or a piece has arrived. After the response has started, there is
     * no deadline.
     */
    void restartTimeout() {
        awaited = false;
        if (!owner.hasBegunResponse()) {
            owner.context().restartDeadline();
        }
    }

    /** Releases a body that has been read, because streaming the response may take hours. */
    public void releaseIfRead() {
        if (whole != null) {
            whole.releaseIfRead();
        }
    }

    /** Ends the body. Unread bytes count against all streams of an HTTP/2 connection. */
    public void end() {
        resume();
        if (whole != null) {
            whole.end();
        }
        if (memories != null) {
            memories.forEach(BodyMemory::end);
        }
    }

    /** Tells a remaining subscriber that the request has ended. The task of the request knows already. */
    public void requestEnded() {
        if (pieces != null) {
            pieces.requestEnded();
        }
    }
}
