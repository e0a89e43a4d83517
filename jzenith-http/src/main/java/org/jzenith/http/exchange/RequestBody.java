package org.jzenith.http.exchange;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.exchange.BodyBudget.Admission;

/**
 * Receives the body of a request, and reserves its bytes in the {@link BodyBudget} until the request has ended. Reading
 * is paused while the budget has no room. Used on the event loop of the request only.
 */
final class RequestBody {

    static final String NO_ROOM = "There is no room for the body at the moment.";

    private static final int UNAVAILABLE = 503;
    private static final int UNKNOWN = BodyHeaders.UNKNOWN;

    /** After this time a body that is too slow is refused if others wait for its bytes of the budget. */
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The decoded bytes after which it checks whether its turn is over. */
    private static final int CHECK_BYTES = 16 * 1024;

    private final Exchange exchange;
    private final ExchangeBody owner;
    private final HttpServerRequest incoming;
    private final Consumer<BodyStream> completed;
    private final BodyBudget budget;
    private final BodyBudget.Reservation reservation;
    private final long maxBody;
    private final long declared;
    /** The length of what is stored, if it is known. */
    private final long expected;

    /** Null if the body is not decoded, or before it is admitted. */
    private @Nullable BodyDecoder decoder;

    private boolean arrived;
    private boolean waiting;
    private boolean ended;
    private boolean reading;
    private @Nullable BodyBytes body;
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
     * @param exchange is refused if the body cannot be received
     * @param owner knows the limit and the coding of the body
     * @param completed gets the whole body
     */
    RequestBody(
            final Exchange exchange,
            final ExchangeBody owner,
            final HttpServerRequest incoming,
            final Consumer<BodyStream> completed) {
        this.exchange = exchange;
        this.owner = owner;
        this.incoming = incoming;
        this.completed = completed;
        this.budget = exchange.requests().listener().bodies();
        this.reservation = budget.new Reservation(() -> exchange.executeLater(this::admitted));
        this.maxBody = owner.maxBody();
        this.declared = BodyHeaders.contentLength(incoming);
        this.expected = owner.isDecoded() ? UNKNOWN : declared;
    }

    /** Collects the whole body, as soon as there is room for it. */
    void collect() {
        final MalformedRequestException refusal = BodyHeaders.refusal(incoming, declared, owner);
        if (refusal != null) {
            exchange.response().refuse(refusal);
            return;
        }
        incoming.handler(this::receive);
        incoming.exceptionHandler(broken -> ErrorResponses.refuse(exchange, broken));
        incoming.endHandler(end -> received());
        nextBlock = BodyBytes.block(0, expected);
        final long first = expected < 0 ? nextBlock : expected;
        if (reserve(owner.isDecoded() ? first + owner.decoderMemory() : first)) {
            begin();
        }
    }

    private boolean reserve(final long more) {
        final Admission admission = reservation.reserve(more);
        if (admission == Admission.WAITING) {
            waiting = true;
            owner.pauseReading();
        } else if (admission == Admission.IMPOSSIBLE) {
            exchange.response().refuse(owner.largerThanBudget());
        } else if (admission == Admission.REFUSED) {
            ErrorResponses.refuse(exchange, UNAVAILABLE, NO_ROOM);
        }
        return admission == Admission.ADMITTED;
    }

    private void begin() {
        body = new BodyBytes();
        if (owner.isDecoded()) {
            decoder = owner.decoder();
        }
        granted = nextBlock;
        BodyHeaders.continueIfExpected(incoming);
    }

    /** The budget has granted the awaited bytes. */
    private void admitted() {
        if (!waiting || !exchange.isAwaitingBody()) {
            return;
        }
        waiting = false;
        if (body == null) {
            begin();
            owner.restartTimeout();
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
        owner.taken(chunk);
        if (!exchange.isAwaitingBody() || body == null) {
            return;
        }
        final BodyDecoder decoding = decoder;
        final long all = (decoding == null ? body.length() : decoding.encoded()) + chunk.length();
        if (all > maxBody) {
            exchange.response().refuse(owner.tooLarge());
        } else if (declared >= 0 && all > declared) {
            ErrorResponses.refuse(exchange, new IllegalStateException("The body is longer than its Content-Length."));
        } else if (decoding != null) {
            decoding.offer(chunk.getBytes());
            decode(decoding);
        } else if (chunk.length() != declared || !body.adopt(chunk)) {
            fill(chunk, 0);
        }
    }

    /** Decodes what has arrived, as far as there is room for it. Returns whether that is all. */
    private boolean decode(final BodyDecoder decoding) {
        try {
            final long before = decoding.decoded();
            for (Buffer made = decoding.next(); made.length() > 0; made = decoding.next()) {
                if (decoding.decoded() > maxBody) {
                    exchange.response().refuse(owner.tooLarge());
                    return false;
                }
                if (!fill(made, 0)) {
                    return false;
                }
                if (decoding.decoded() - before > CHECK_BYTES && exchange.isTurnOver()) {
                    owner.pauseReading();
                    exchange.executeInNextTurn(this::decodeRest);
                    return false;
                }
            }
            if (arrived) {
                decoding.finish();
                complete();
            }
            return !arrived;
        } catch (final MalformedRequestException e) {
            exchange.response().refuse(e);
            return false;
        }
    }

    /** Goes on with what was decoded in part, and then with what arrives. */
    private void decodeRest() {
        final BodyDecoder decoding = decoder;
        if (exchange.isAwaitingBody() && body != null && (decoding == null || decode(decoding))) {
            BodyDemand.resume(incoming);
        }
    }

    /** Returns whether the whole chunk was stored. */
    private boolean fill(final Buffer chunk, final int from) {
        int at = from;
        while (at < chunk.length()) {
            final BodyBytes target = body;
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
        if (!exchange.isAwaitingBody() || body == null) {
            return;
        }
        if (incoming.decoderResult().isFailure()) {
            ErrorResponses.refuse(exchange, incoming.decoderResult().cause());
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
        final BodyBytes all = body;
        if (all == null) {
            return;
        }
        releaseDecoder();
        stream = all.toStream();
        body = null;
        completed.accept(stream);
    }

    /** Whether it waits for the budget; otherwise it waits for the client. */
    boolean isWaiting() {
        return waiting;
    }

    /**
     * Whether others wait for its bytes of the budget while it is too slow to be complete in time or does not progress.
     *
     * @param elapsed since it was admitted
     * @param limit for the whole body to arrive
     */
    boolean blocksOthers(final long now, final long elapsed, final long limit) {
        final BodyBytes arriving = body;
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

    /** Whether the whole body has been received. */
    boolean isWhole() {
        return stream != null;
    }

    /** The whole body, which another thread reads from now on; called on the event loop. */
    BodyStream readOnWorker() {
        reading = true;
        return Objects.requireNonNull(stream, "The body is not whole.");
    }

    /** Retains the body for work that may outlast the request; the returned action releases it once. */
    Runnable retain() {
        final BodyStream received = stream;
        if (received == null) {
            return () -> {}; // it was released already
        }
        reservation.retain();
        final AtomicBoolean released = new AtomicBoolean();
        return () -> {
            if (released.compareAndSet(false, true)) {
                reservation.release(received::discard);
            }
        };
    }

    /**
     * Releases a body that has been read to its end before the request has ended, because a response may be streamed
     * for hours.
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

    /** The request has ended: nothing more is stored, and the body is released. */
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
        body = null;
        stream = null;
        pausedChunk = null;
        reservation.release(received == null ? () -> {} : received::discard);
        if (received == null && incoming.version() == HttpVersion.HTTP_2) {
            BodyDemand.resume(incoming); // the bytes that were not read count against all streams of the connection
        }
    }
}
