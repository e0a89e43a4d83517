package org.jzenith.http.body;

import io.reactivex.disposables.Disposables;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.BodyBudget.Result;
import org.jzenith.http.request.MalformedRequestException;

/**
 * Receives the body of a request, and reserves its bytes in the {@link BodyBudget} until the request has ended. Reading
 * is paused while the budget has no room. Used on the event loop of the request only.
 */
final class RequestBody {

    private static final int UNKNOWN = BodyHeaders.UNKNOWN;

    /** The time after which a slow body is refused if other bodies wait for memory. */
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The number of decoded bytes between two checks of the time spent on the event loop. */
    private static final int CHECK_BYTES = 16 * 1024;

    private final BodyOwner owner;
    private final ExchangeBody body;
    private final HttpServerRequest incoming;
    private final Consumer<BodyStream> completed;
    private final BodyBudget budget;
    private final BodyBudget.Reservation reservation;
    private final long maxBody;
    private final long declared;
    /** The length of the stored body, if it is known. */
    private final long expected;

    /** Null if the body is not decoded, or before it is admitted. */
    private @Nullable BodyDecoder decoder;

    private boolean arrived;
    private boolean waiting;
    private boolean ended;
    private boolean reading;
    private @Nullable BodyBytes bytes;
    private @Nullable BodyStream stream;
    private @Nullable Buffer pausedChunk;
    private int pausedFrom;
    private long granted;
    private int nextBlock;
    private int lastLength = UNKNOWN;
    private long lastProgressAt;

    /**
     * Creates the receiver; {@link #collect} starts reading.
     *
     * @param owner refuses the request if the body cannot be received
     * @param body has the limit and the coding
     * @param completed receives the whole body
     */
    RequestBody(
            final BodyOwner owner,
            final ExchangeBody body,
            final HttpServerRequest incoming,
            final Consumer<BodyStream> completed) {
        this.owner = owner;
        this.body = body;
        this.incoming = incoming;
        this.completed = completed;
        this.budget = body.limits().bodies();
        this.reservation = budget.new Reservation(() -> owner.executeLater(this::admitted));
        this.maxBody = body.maxBody();
        this.declared = BodyHeaders.contentLength(incoming);
        this.expected = body.isDecoded() ? UNKNOWN : declared;
    }

    /** Starts collecting the whole body, as soon as there is room for it. */
    void collect() {
        final MalformedRequestException refusal = body.refusal(declared);
        if (refusal != null) {
            owner.refuse(refusal);
            return;
        }
        incoming.handler(this::receive);
        incoming.exceptionHandler(owner::refuse);
        incoming.endHandler(end -> received());
        nextBlock = BodyBytes.block(0, expected);
        final long first = expected < 0 ? nextBlock : expected;
        if (reserve(body.isDecoded() ? first + body.decoderMemory() : first)) {
            begin();
        }
    }

    private boolean reserve(final long more) {
        final Result admission = reservation.reserve(more);
        if (admission == Result.WAITING) {
            waiting = true;
            body.pauseReading();
        } else if (admission == Result.IMPOSSIBLE) {
            owner.refuse(body.limits().largerThanBudget());
        } else if (admission == Result.REFUSED) {
            owner.refuse(BodyBudget.noRoom());
        }
        return admission == Result.ADMITTED;
    }

    private void begin() {
        bytes = new BodyBytes();
        if (body.isDecoded()) {
            decoder = body.decoder();
        }
        granted = nextBlock;
        BodyHeaders.continueIfExpected(incoming);
    }

    /** Continues reading, because the budget has granted the awaited bytes. */
    private void admitted() {
        if (!waiting || !body.isAwaited()) {
            return;
        }
        waiting = false;
        if (bytes == null) {
            begin();
            body.restartTimeout();
        } else {
            granted = nextBlock;
        }
        final Buffer rest = pausedChunk;
        pausedChunk = null;
        if (rest == null || fill(rest, pausedFrom)) {
            decodeRest();
        }
    }

    private void receive(final Buffer chunk) {
        body.taken(chunk);
        if (!body.isAwaited() || bytes == null) {
            return;
        }
        final BodyDecoder decoding = decoder;
        final long all = (decoding == null ? bytes.length() : decoding.encoded()) + chunk.length();
        if (all > maxBody) {
            owner.refuse(body.tooLarge());
        } else if (declared >= 0 && all > declared) {
            owner.refuse(new IllegalStateException("The body is longer than its Content-Length."));
        } else if (decoding != null) {
            decoding.offer(chunk.getBytes());
            decode(decoding);
        } else if (chunk.length() != declared || !bytes.adopt(chunk)) {
            fill(chunk, 0);
        }
    }

    /** Decodes the received bytes while there is room. Returns true if the body is then complete. */
    private boolean decode(final BodyDecoder decoding) {
        try {
            final long before = decoding.decoded();
            for (Buffer made = decoding.next(); made.length() > 0; made = decoding.next()) {
                if (decoding.decoded() > maxBody) {
                    owner.refuse(body.tooLarge());
                    return false;
                }
                if (!fill(made, 0)) {
                    return false;
                }
                if (decoding.decoded() - before > CHECK_BYTES && owner.isTurnOver()) {
                    body.pauseReading();
                    owner.executeInNextTurn(this::decodeRest);
                    return false;
                }
            }
            if (arrived) {
                decoding.finish();
                complete();
            }
            return !arrived;
        } catch (final MalformedRequestException e) {
            owner.refuse(e);
            return false;
        }
    }

    /** Continues with the partly decoded bytes, then with the bytes that arrive. */
    private void decodeRest() {
        final BodyDecoder decoding = decoder;
        if (body.isAwaited() && bytes != null && (decoding == null || decode(decoding))) {
            body.resumeReading();
        }
    }

    /** Returns true if the whole chunk was stored. */
    private boolean fill(final Buffer chunk, final int from) {
        int at = from;
        while (at < chunk.length()) {
            final BodyBytes target = bytes;
            if (target == null) {
                return false;
            }
            if (target.room() == 0 && !addBlock(target)) {
                pausedChunk = waiting ? chunk : null;
                pausedFrom = at;
                return false;
            }
            final int count = Math.min(target.room(), chunk.length() - at);
            target.append(chunk, at, count);
            at += count;
        }
        return true;
    }

    private boolean addBlock(final BodyBytes target) {
        if (granted == 0) {
            nextBlock = BodyBytes.block(target.length(), expected < 0 ? UNKNOWN : expected - target.length());
            // A body with a declared length is admitted as a whole.
            if (expected < 0 && !reserve(nextBlock)) {
                return false;
            }
        }
        granted = 0;
        target.addBlock(nextBlock);
        return true;
    }

    private void received() {
        if (!body.isAwaited() || bytes == null) {
            return;
        }
        if (incoming.decoderResult().isFailure()) {
            owner.refuse(incoming.decoderResult().cause());
            return;
        }
        final BodyDecoder decoding = decoder;
        arrived = true;
        if (decoding == null) {
            complete();
        } else {
            decode(decoding);
        }
    }

    private void complete() {
        final BodyBytes all = bytes;
        if (all == null) {
            return;
        }
        releaseDecoder();
        stream = all.toStream();
        bytes = null;
        completed.accept(stream);
    }

    /** Returns true if the body waits for the budget, false if it waits for the client. */
    boolean isWaiting() {
        return waiting;
    }

    /** Refuses a body that takes too long, or that is slow while other bodies wait for its bytes. */
    void checkTime(final long now, final long elapsed, final long limit, final boolean deadlinePassed) {
        if (deadlinePassed || elapsed >= limit) {
            owner.refuse(
                    waiting
                            ? BodyBudget.noRoom()
                            : new MalformedRequestException(408, "The body did not arrive in time."));
        } else if (blocksOthers(now, elapsed, limit)) {
            owner.refuse(new MalformedRequestException(408, "The body arrives too slowly while others wait."));
        }
    }

    /**
     * Returns true if other bodies wait for memory, and this one stalls or is too slow to arrive in time.
     *
     * @param elapsed the time since the body was admitted
     * @param limit the time in which the whole body must arrive
     */
    private boolean blocksOthers(final long now, final long elapsed, final long limit) {
        final BodyBytes arriving = bytes;
        if (arriving == null || waiting || !budget.isAwaited()) {
            return false;
        }
        if (expected >= 0) {
            return elapsed > STALL_NANOS && arriving.length() < expected * ((double) elapsed / limit);
        }
        if (arriving.length() != lastLength) {
            lastLength = arriving.length();
            lastProgressAt = now;
        }
        return now - lastProgressAt > STALL_NANOS;
    }

    /** Returns the whole body, which another thread reads from now on; null if it has not arrived. */
    @Nullable
    BodyStream readOnWorker() {
        reading = stream != null;
        return stream;
    }

    /** Retains the body for work that may outlast the request. The returned action releases it; only its first run counts. */
    Runnable retain() {
        final BodyStream received = stream;
        if (received == null) {
            return () -> {}; // it was released already
        }
        reservation.retain();
        return Disposables.fromRunnable(() -> reservation.release(received::discard))::dispose;
    }

    /**
     * Releases a body that has been read to its end, without waiting for the end of the request: streaming the response
     * may take hours.
     */
    void releaseIfRead() {
        final BodyStream received = stream;
        if (received != null && received.available() == 0) {
            received.clear();
            end();
        }
    }

    private void releaseDecoder() {
        final BodyDecoder decoding = decoder;
        decoder = null;
        if (decoding != null) {
            decoding.end();
        }
    }

    /** Releases the body and stores nothing more, because the request has ended. */
    void end() {
        if (ended) {
            return;
        }
        ended = true;
        final BodyStream received = stream;
        if (received != null && reading) {
            received.discard();
        }
        releaseDecoder();
        bytes = null;
        stream = null;
        pausedChunk = null;
        reservation.release(received == null ? () -> {} : received::discard);
        if (received == null && incoming.version() == HttpVersion.HTTP_2) {
            body.resumeReading(); // the bytes that were not read count against all streams of the connection
        }
    }
}
