package org.jzenith.rest.dispatch;

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
import org.jzenith.rest.dispatch.BodyBudget.Admission;

/**
 * The body of a request while it arrives, and what it holds of the budget until the request is over. It is not read
 * while there is no room for it. Belongs to the event loop of the request.
 */
final class Upload {

    private static final int TOO_LARGE = 413;
    private static final int EXPECTATION_FAILED = 417;
    private static final int UNKNOWN = -1;

    /** How long a body may stay behind while others wait for the room that it holds. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Exchange exchange;
    private final HttpServerRequest incoming;
    private final Consumer<BodyStream> arrived;
    private final BodyBudget budget;
    private final BodyBudget.Reservation reservation;
    private final long maxBody;
    private final long declared;
    private boolean expectsContinue;
    private boolean waiting;
    private boolean ended;
    private boolean reading;
    private @Nullable BodyBytes body;
    private @Nullable BodyStream stream;
    private @Nullable Buffer parked;
    private int parkedFrom;
    private long granted;
    private int nextBlock;
    private int seen = UNKNOWN;
    private long seenAt;

    /**
     * Nothing is read yet.
     *
     * @param exchange is refused if the body cannot be taken
     * @param arrived gets the body when it is whole
     */
    Upload(final Exchange exchange, final HttpServerRequest incoming, final Consumer<BodyStream> arrived) {
        this.exchange = exchange;
        this.incoming = incoming;
        this.arrived = arrived;
        this.budget = exchange.bodies();
        this.reservation = budget.new Reservation(() -> exchange.executeLater(this::admitted));
        this.maxBody = exchange.limits().maxBody();
        this.declared = contentLength(incoming);
    }

    /** Whether a body comes at all. */
    static boolean isExpected(final HttpServerRequest incoming) {
        if (incoming.version() == HttpVersion.HTTP_2) {
            final HttpMethod method = incoming.method();
            return incoming.headers().contains(HttpHeaders.CONTENT_LENGTH)
                    || !(method.equals(HttpMethod.GET)
                            || method.equals(HttpMethod.HEAD)
                            || method.equals(HttpMethod.OPTIONS));
        }
        return incoming.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                || (incoming.headers().contains(HttpHeaders.CONTENT_LENGTH) && contentLength(incoming) != 0);
    }

    private static long contentLength(final HttpServerRequest incoming) {
        final String length = incoming.headers().get(HttpHeaders.CONTENT_LENGTH);
        try {
            return length == null ? UNKNOWN : Long.parseLong(length);
        } catch (final NumberFormatException e) {
            throw new Malformed("The Content-Length is not a number.");
        }
    }

    /** Collects the whole body, as soon as there is room for it. */
    void collect() {
        if (declared > maxBody) {
            exchange.refuse(TOO_LARGE, "The body is too large.");
            return;
        }
        final String expectation = incoming.headers().get(HttpHeaders.EXPECT);
        if (expectation != null && !expectation.equalsIgnoreCase("100-continue")) {
            exchange.refuse(EXPECTATION_FAILED, "The only expectation understood is 100-continue.");
            return;
        }
        // A client of HTTP/1.0 does not know interim answers (RFC 9110, 10.1.1).
        expectsContinue = expectation != null && incoming.version() != HttpVersion.HTTP_1_0;
        incoming.handler(this::take);
        incoming.exceptionHandler(exchange::refuse);
        incoming.endHandler(end -> whole());
        nextBlock = BodyBytes.block(0, declared);
        if (mayHold(declared < 0 ? nextBlock : declared)) {
            begin();
        }
    }

    private boolean mayHold(final long more) {
        final Admission admission = reservation.reserve(more);
        if (admission == Admission.WAITING) {
            waiting = true;
            incoming.pause();
        } else if (admission == Admission.IMPOSSIBLE) {
            exchange.refuse(TOO_LARGE, "The body is too large.");
        } else if (admission == Admission.REFUSED) {
            exchange.turnAway(Exchange.NO_ROOM);
        }
        return admission == Admission.ADMITTED;
    }

    private void begin() {
        body = new BodyBytes();
        granted = nextBlock;
        if (expectsContinue) {
            incoming.response().writeContinue();
        }
    }

    /** There is room that was waited for. */
    private void admitted() {
        if (!waiting || !exchange.awaitsBody()) {
            return;
        }
        waiting = false;
        if (body == null) {
            begin();
            exchange.restartClock();
        } else {
            granted = nextBlock;
        }
        final Buffer rest = parked;
        parked = null;
        if (rest == null || fill(rest, parkedFrom)) {
            incoming.resume();
        }
    }

    private void take(final Buffer chunk) {
        if (!exchange.awaitsBody() || body == null) {
            return;
        }
        final long all = body.length() + (long) chunk.length();
        if (all > maxBody) {
            exchange.refuse(TOO_LARGE, "The body is too large.");
        } else if (declared >= 0 && all > declared) {
            exchange.refuse(new IllegalStateException("The body is longer than its Content-Length."));
        } else {
            fill(chunk, 0);
        }
    }

    /** Returns whether all of it found room. */
    private boolean fill(final Buffer chunk, final int from) {
        int at = from;
        while (at < chunk.length()) {
            final BodyBytes target = body;
            if (target == null) {
                return false;
            }
            if (target.room() == 0 && !addBlock(target)) {
                parked = waiting ? chunk : null;
                parkedFrom = at;
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
            nextBlock = BodyBytes.block(target.length(), declared < 0 ? UNKNOWN : declared - target.length());
            // A body whose length was declared is admitted as a whole.
            if (declared < 0 && !mayHold(nextBlock)) {
                return false;
            }
        }
        granted = 0;
        target.addBlock(nextBlock);
        return true;
    }

    private void whole() {
        if (!exchange.awaitsBody() || body == null) {
            return;
        }
        if (incoming.decoderResult().isFailure()) {
            exchange.refuse(incoming.decoderResult().cause());
            return;
        }
        stream = body.toStream();
        body = null;
        arrived.accept(stream);
    }

    /** Whether it waits for room; otherwise it is the client who lets others wait. */
    boolean isWaiting() {
        return waiting;
    }

    /**
     * Whether it holds what others wait for, and will not be whole in time or does not go on.
     *
     * @param elapsed since it was admitted
     * @param limit for the whole body to arrive
     */
    boolean isInTheWay(final long now, final long elapsed, final long limit) {
        final BodyBytes arriving = body;
        if (arriving == null || waiting || !budget.isAwaited()) {
            return false;
        }
        if (declared >= 0) {
            return elapsed > GRACE_NANOS && arriving.length() < declared * ((double) elapsed / limit);
        }
        if (arriving.length() != seen) {
            seen = arriving.length();
            seenAt = now;
        }
        return now - seenAt > GRACE_NANOS;
    }

    /** Whether it is there to be read. */
    boolean isWhole() {
        return stream != null;
    }

    /** For somebody who makes something of the whole body elsewhere; asked for on the event loop. */
    Reader reader(final Runnable letGo) {
        final BodyStream whole = Objects.requireNonNull(stream, "The body is not whole.");
        reading = true;
        return new Reader(whole, letGo);
    }

    /** Reads the body on another thread, while the request lasts. */
    record Reader(BodyStream body, Runnable letGo) {

        @Nullable
        Object read(final @Nullable ContextSnapshot snapshot, final Callable<@Nullable Object> reading)
                throws Exception {
            try {
                if (body.isAbandoned()) {
                    throw new ClosedChannelException();
                }
                if (snapshot == null) {
                    return reading.call();
                }
                final FutureTask<@Nullable Object> task = new FutureTask<>(reading);
                snapshot.run(task);
                return task.get();
            } catch (final ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            } finally {
                letGo.run();
            }
        }
    }

    /** Somebody else works with the body, and may do so longer than the request lasts; he lets go by the result. */
    Runnable hold() {
        final BodyStream whole = stream;
        if (whole == null) {
            return () -> {}; // it was let go already
        }
        reservation.hold();
        return () -> reservation.letGo(whole::abandon);
    }

    /** What has been read to its end is let go before the request is over, as an answer may be streamed for hours. */
    void letGoIfRead() {
        final BodyStream whole = stream;
        if (whole != null && whole.available() == 0) {
            whole.clear();
            end();
        }
    }

    /** The request is over: nothing more is stored, and what was is let go. */
    void end() {
        if (ended) {
            return;
        }
        ended = true;
        final BodyStream whole = stream;
        if (whole != null && reading) {
            whole.abandon();
        }
        body = null;
        stream = null;
        parked = null;
        reservation.letGo(whole == null ? () -> {} : whole::abandon);
        if (whole == null && incoming.version() == HttpVersion.HTTP_2) {
            incoming.resume(); // the bytes that were not read count against all streams of the connection
        }
    }
}
