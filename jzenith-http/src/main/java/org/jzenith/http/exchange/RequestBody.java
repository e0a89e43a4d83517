package org.jzenith.http.exchange;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.http.exchange.BodyBudget.Admission;

/**
 * Receives the body of a request, and reserves its bytes in the {@link BodyBudget} until the request has ended. Reading
 * is paused while the budget has no room. Used on the event loop of the request only.
 */
final class RequestBody {

    private static final int TOO_LARGE = 413;
    private static final int EXPECTATION_FAILED = 417;
    private static final int UNAVAILABLE = 503;
    private static final int UNKNOWN = -1;

    /** After this time a body that is too slow is refused if others wait for its bytes of the budget. */
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Exchange exchange;
    private final HttpServerRequest incoming;
    private final Consumer<BodyStream> completed;
    private final BodyBudget budget;
    private final BodyBudget.Reservation reservation;
    private final long maxBody;
    private final long declared;
    /** Decoded bytes after which others of the event loop have their turn. */
    private static final int TURN = 256 * 1024;

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
     * @param completed gets the whole body
     */
    RequestBody(final Exchange exchange, final HttpServerRequest incoming, final Consumer<BodyStream> completed) {
        this.exchange = exchange;
        this.incoming = incoming;
        this.completed = completed;
        this.budget = exchange.bodies();
        this.reservation = budget.new Reservation(() -> exchange.executeLater(this::admitted));
        this.maxBody = exchange.maxBody();
        this.declared = contentLength(incoming);
        this.expected = exchange.isBodyDecoded() ? UNKNOWN : declared;
    }

    /** Whether the request has a body. */
    static boolean isExpected(final HttpServerRequest incoming) {
        if (incoming.version() == HttpVersion.HTTP_2) {
            final HttpMethod method = incoming.method();
            return incoming.headers().contains(HttpHeaders.CONTENT_LENGTH)
                    || !(method.equals(HttpMethod.GET)
                            || method.equals(HttpMethod.HEAD)
                            || method.equals(HttpMethod.OPTIONS));
        }
        final String length = incoming.headers().get(HttpHeaders.CONTENT_LENGTH);
        return (length != null && !length.equals("0")) || incoming.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    static long contentLength(final HttpServerRequest incoming) {
        final String length = incoming.headers().get(HttpHeaders.CONTENT_LENGTH);
        try {
            return length == null ? UNKNOWN : Long.parseLong(length);
        } catch (final NumberFormatException e) {
            throw new MalformedRequestException("The Content-Length is not a number.");
        }
    }

    /** Collects the whole body, as soon as there is room for it. */
    void collect() {
        final MalformedRequestException refusal = refusal(incoming, declared, maxBody);
        if (refusal != null) {
            exchange.refuse(refusal);
            return;
        }
        incoming.handler(this::receive);
        incoming.exceptionHandler(exchange::refuse);
        incoming.endHandler(end -> received());
        nextBlock = BodyBytes.block(0, expected);
        final long first = expected < 0 ? nextBlock : expected;
        if (reserve(exchange.isBodyDecoded() ? first + BodyDecoder.MEMORY : first)) {
            begin();
        }
    }

    /** Why the body will not be received, as far as its headers say; null if nothing speaks against it. */
    static @Nullable MalformedRequestException refusal(
            final HttpServerRequest incoming, final long declared, final long maxBody) {
        if (declared > maxBody) {
            return tooLarge();
        }
        final String expectation = incoming.headers().get(HttpHeaders.EXPECT);
        return expectation == null || expectation.equalsIgnoreCase("100-continue")
                ? null
                : new MalformedRequestException(EXPECTATION_FAILED, "The only expectation understood is 100-continue.");
    }

    static MalformedRequestException tooLarge() {
        return new MalformedRequestException(TOO_LARGE, "The body is too large.");
    }

    /** A client of HTTP/1.0 does not understand interim responses (RFC 9110, 10.1.1). */
    static void continueIfExpected(final HttpServerRequest incoming) {
        if (incoming.headers().contains(HttpHeaders.EXPECT) && incoming.version() != HttpVersion.HTTP_1_0) {
            incoming.response().writeContinue();
        }
    }

    private boolean reserve(final long more) {
        final Admission admission = reservation.reserve(more);
        if (admission == Admission.WAITING) {
            waiting = true;
            BodyDemand.pause(incoming);
        } else if (admission == Admission.IMPOSSIBLE) {
            exchange.refuse(tooLarge());
        } else if (admission == Admission.REFUSED) {
            exchange.refuse(UNAVAILABLE, Exchange.NO_ROOM);
        }
        return admission == Admission.ADMITTED;
    }

    private void begin() {
        body = new BodyBytes();
        if (exchange.isBodyDecoded()) {
            decoder = exchange.decoder();
        }
        granted = nextBlock;
        continueIfExpected(incoming);
    }

    /** The budget has granted the awaited bytes. */
    private void admitted() {
        if (!waiting || !exchange.isAwaitingBody()) {
            return;
        }
        waiting = false;
        if (body == null) {
            begin();
            exchange.restartTimeout();
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
        if (!exchange.isAwaitingBody() || body == null) {
            return;
        }
        final BodyDecoder decoding = decoder;
        final long all = (decoding == null ? body.length() : decoding.encoded()) + chunk.length();
        if (all > maxBody) {
            exchange.refuse(tooLarge());
        } else if (declared >= 0 && all > declared) {
            exchange.refuse(new IllegalStateException("The body is longer than its Content-Length."));
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
                    exchange.refuse(tooLarge());
                    return false;
                }
                if (!fill(made, 0)) {
                    return false;
                }
                if (decoding.decoded() - before > TURN) {
                    BodyDemand.pause(incoming);
                    exchange.executeLater(this::decodeRest);
                    return false;
                }
            }
            if (arrived) {
                decoding.finish();
                complete();
            }
            return !arrived;
        } catch (final MalformedRequestException e) {
            exchange.refuse(e);
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
            exchange.refuse(incoming.decoderResult().cause());
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

    /** Creates a reader of the whole body for another thread; called on the event loop. */
    BodyReader reader(final Runnable release) {
        final BodyStream received = Objects.requireNonNull(stream, "The body is not whole.");
        reading = true;
        return new BodyReader(received, release);
    }

    /** Works on another thread with the context of the request. */
    static @Nullable Object inContext(final @Nullable ContextSnapshot snapshot, final Callable<@Nullable Object> work)
            throws Exception {
        if (snapshot == null) {
            return work.call();
        }
        final FutureTask<@Nullable Object> task = new FutureTask<>(work);
        snapshot.run(task);
        try {
            return task.get();
        } catch (final ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Reads the body on another thread, until the request ends. */
    record BodyReader(BodyStream body, Runnable release) {

        @Nullable
        Object read(final @Nullable ContextSnapshot snapshot, final Callable<@Nullable Object> reading)
                throws Exception {
            try {
                if (body.isDiscarded()) {
                    throw new ClosedChannelException();
                }
                return inContext(snapshot, reading);
            } finally {
                release.run();
            }
        }
    }

    /** Retains the body for work that may outlast the request; the returned action releases it. */
    Runnable retain() {
        final BodyStream received = stream;
        if (received == null) {
            return () -> {}; // it was released already
        }
        reservation.retain();
        return () -> reservation.release(received::discard);
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
