package org.jzenith.http.body;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.StreamResetException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.request.MalformedRequestException;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The body of a request for one subscriber, read piece by piece as the subscriber requests it. One more piece is read ahead,
 * because {@code onComplete} must come without a request. Signals come on the event loop of the request, with its context.
 */
final class FlowableBody extends Flowable<Buffer> {

    /** The number of bytes that must arrive within each body time-out, unless less than that is left. */
    private static final int LEAST_BYTES = 8 * 1024;

    /** The number of decoded bytes between two checks of the time spent on the event loop. */
    private static final int CHECK_BYTES = 16 * 1024;

    private final BodyOwner owner;
    private final ExchangeBody body;
    private final HttpServerRequest incoming;
    private final long declared;
    private final AtomicBoolean subscribed = new AtomicBoolean();

    private @Nullable Subscriber<? super Buffer> subscriber;
    private @Nullable Buffer ahead;
    private long length;
    private long wanted;

    /** The time spent waiting for the client, minus the time allowed for the received bytes. */
    private long waitedNanos;

    private long waitsSince;
    private boolean reading;
    private boolean ended;
    private boolean whole;

    /** Null if the body is not decoded. */
    private @Nullable BodyDecoder decoder;

    private boolean fetching;
    private boolean draining;

    FlowableBody(final BodyOwner owner, final ExchangeBody body, final HttpServerRequest incoming) {
        this.owner = owner;
        this.body = body;
        this.incoming = incoming;
        this.declared = BodyHeaders.contentLength(incoming);
    }

    @Override
    protected void subscribeActual(final Subscriber<? super Buffer> downstream) {
        if (!subscribed.compareAndSet(false, true)) {
            Flowable.<Buffer>error(new IllegalStateException(
                            "The body of a request can be read only once, by one subscriber."))
                    .subscribe(downstream);
            return;
        }
        downstream.onSubscribe(new Demand(downstream));
        owner.execute(() -> begin(downstream));
    }

    /** The subscriber's demand; may be used on any thread. */
    private final class Demand implements Subscription {

        private final Subscriber<? super Buffer> downstream;

        Demand(final Subscriber<? super Buffer> downstream) {
            this.downstream = downstream;
        }

        @Override
        public void request(final long count) {
            owner.execute(() -> {
                begin(downstream);
                if (count <= 0) {
                    fail(new IllegalArgumentException(
                            "A subscriber must request at least 1 element, but requested " + count + "."));
                } else {
                    fetch(count);
                }
            });
        }

        @Override
        public void cancel() {
            owner.execute(FlowableBody.this::end);
        }
    }

    private void begin(final Subscriber<? super Buffer> downstream) {
        if (ended || subscriber != null) {
            return;
        }
        subscriber = downstream;
        if (owner.isFinished()) {
            fail(new ClosedChannelException());
        } else if (BodyHeaders.isExpected(incoming)) {
            reading = true;
            body.pause();
            if (!body.isDecoded()) {
                read();
            } else if (body.memory(() -> {}).reserve(body.decoderMemory(), this::decode)) {
                decode();
            }
        } else {
            complete();
        }
    }

    private void decode() {
        if (!ended) {
            decoder = body.decoder();
            fetching = true;
            read();
        }
    }

    private void read() {
        incoming.handler(piece -> {
            body.taken(piece);
            owner.execute(() -> receive(piece));
        });
        incoming.exceptionHandler(this::broken);
        incoming.endHandler(end -> owner.execute(this::received));
        BodyHeaders.continueIfExpected(incoming);
        body.fetch(1);
    }

    private void broken(final Throwable reason) {
        if (reason instanceof StreamResetException || reason instanceof HttpClosedException) {
            owner.refuse(reason); // a subscriber that does not go with the request is told by requestEnded()
        } else {
            owner.execute(() -> fail(MalformedRequestException.of(reason)));
        }
    }

    private void fetch(final long count) {
        if (!ended) {
            if (wanted == 0) {
                waitsSince = System.nanoTime();
            }
            wanted = wanted + count < 0 ? Long.MAX_VALUE : wanted + count;
            if (body.isDecoded()) {
                drain();
                return;
            }
            final Buffer kept = ahead;
            ahead = null;
            if (kept != null) {
                pass(kept);
            }
            if (!whole) {
                body.fetch(count);
            }
        }
    }

    private void pass(final Buffer piece) {
        final Subscriber<? super Buffer> downstream = subscriber;
        if (ended || downstream == null) {
            return;
        }
        if (wanted != Long.MAX_VALUE) {
            wanted--;
        }
        downstream.onNext(piece);
    }

    private void receive(final Buffer piece) {
        if (ended || owner.isFinished()) {
            return;
        }
        length += piece.length();
        countTime(piece.length());
        body.restartTimeout();
        if (length > body.maxBody()) {
            fail(body.tooLarge());
        } else if (declared >= 0 && length > declared) {
            fail(new MalformedRequestException("The body is longer than its Content-Length."));
        } else if (decoder != null) {
            fetching = false;
            decoder.offer(piece.getBytes());
            drain();
        } else if (piece.length() == 0) {
            body.fetch(1);
        } else if (wanted == 0) {
            ahead = piece;
        } else {
            pass(piece);
        }
    }

    private void countTime(final int bytes) {
        final long now = System.nanoTime();
        final long waited = wanted == 0 ? 0 : now - waitsSince;
        waitsSince = now;
        waitedNanos = Math.max(0, waitedNanos + waited - body.limits().nanos() / LEAST_BYTES * bytes);
    }

    private void received() {
        if (incoming.decoderResult().isFailure()) {
            fail(MalformedRequestException.of(incoming.decoderResult().cause()));
        } else {
            whole = true;
            owner.bodyReceived();
            if (decoder == null) {
                complete();
            } else {
                drain();
            }
        }
    }

    /** Decodes the requested pieces and one more, because {@code onComplete} must come without a request. */
    private void drain() {
        if (draining) {
            return;
        }
        draining = true;
        try {
            BodyDecoder decoding = decoder;
            final long before = decoding == null ? 0 : decoding.decoded();
            while (decoding != null && advance(decoding)) {
                decoding = decoder;
                if (decoding != null && decoding.decoded() - before > CHECK_BYTES && owner.isTurnOver()) {
                    owner.executeInNextTurn(this::drain);
                    return;
                }
            }
        } catch (final MalformedRequestException e) {
            fail(e);
        } finally {
            draining = false;
        }
    }

    /** Returns true if there was progress. */
    private boolean advance(final BodyDecoder decoding) {
        final Buffer kept = ahead;
        if (kept != null) {
            if (wanted == 0) {
                return false;
            }
            ahead = null;
            pass(kept);
            return true;
        }
        final Buffer made = decoding.next();
        if (decoding.decoded() > body.maxBody()) {
            throw body.tooLarge();
        }
        if (made.length() > 0) {
            ahead = made;
        } else if (whole) {
            decoding.finish();
            complete();
        } else if (wanted == 0 || fetching) {
            return false;
        } else {
            fetching = true;
            body.fetch(1);
        }
        return true;
    }

    private void complete() {
        final Subscriber<? super Buffer> downstream = subscriber;
        if (!ended && downstream != null) {
            end();
            body.restartTimeout();
            downstream.onComplete();
        }
    }

    private void fail(final Exception error) {
        final Subscriber<? super Buffer> downstream = subscriber;
        if (!ended && downstream != null) {
            end();
            downstream.onError(error);
        }
    }

    private void end() {
        ended = true;
        final BodyDecoder decoding = decoder;
        decoder = null;
        ahead = null;
        if (decoding != null) {
            decoding.end();
        }
    }

    /** Returns true if the last byte has been read. */
    boolean isWhole() {
        return whole;
    }

    /** Returns true if the body waits for bytes of the client, not for a request of the subscriber. */
    boolean isAwaited() {
        return reading && !ended && wanted > 0;
    }

    /** Fails the body if the client sends too slowly. */
    void checkTime(final long now, final long limit) {
        if (waitedNanos + now - waitsSince > limit) {
            fail(new MalformedRequestException(408, "The body did not arrive in time."));
        }
    }

    /** Fails a remaining subscriber, because the request has ended. */
    void requestEnded() {
        final Subscriber<? super Buffer> downstream = subscriber;
        if (reading && !ended && downstream != null) {
            owner.executeLater(() -> fail(new ClosedChannelException()));
        }
    }
}
