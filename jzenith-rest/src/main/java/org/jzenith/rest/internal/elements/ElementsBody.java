package org.jzenith.rest.internal.elements;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.BodyMemory;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.internal.error.Unwrapping;
import org.jzenith.rest.internal.json.JsonEntities;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The elements of a body for one subscriber: a piece of the body is read when the subscriber asks for an element that the
 * pieces before do not have. Signals come on the event loop of the request, with its context.
 */
final class ElementsBody extends Flowable<Object> implements JsonEntities.LineNumbers {

    /** The steps after which it checks whether its turn is over. */
    private static final int STEPS = 16;

    /** The bytes of memory to reserve at a time. */
    private static final long BLOCK = 8 * 1024;

    private final Flowable<Buffer> pieces;
    private final Exchange exchange;
    private final JsonEntities.Elements elements;
    private final ElementLimit limit;
    private final long maxOnEventLoop;
    private final AtomicBoolean subscribed = new AtomicBoolean();

    /**
     * @param pieces the pieces of the body
     * @param maxOnEventLoop bytes of an element; a larger one is read on a worker thread
     */
    ElementsBody(
            final Flowable<Buffer> pieces,
            final Exchange exchange,
            final JsonEntities.Elements elements,
            final ElementLimit limit,
            final long maxOnEventLoop) {
        this.pieces = pieces;
        this.exchange = exchange;
        this.elements = elements;
        this.limit = limit;
        this.maxOnEventLoop = maxOnEventLoop;
    }

    /** The index is that of the element that is emitted. */
    @Override
    public long line(final long index) {
        return elements.line();
    }

    @Override
    protected void subscribeActual(final Subscriber<? super Object> downstream) {
        if (!subscribed.compareAndSet(false, true)) {
            Flowable.error(new IllegalStateException("The body of a request can be read only once, by one subscriber."))
                    .subscribe(downstream);
            return;
        }
        final Reading reading = new Reading(downstream);
        downstream.onSubscribe(reading.new Demand());
        exchange.execute(reading::begin);
    }

    /** Reads the body. Used on the event loop of the request only. */
    private final class Reading implements Subscriber<Buffer> {

        private final Subscriber<? super Object> downstream;
        private @Nullable Subscription upstream;
        private @Nullable BodyMemory memory;
        private long wanted;
        private boolean begun;
        private boolean ended;

        /** True once all earlier pieces have been scanned. */
        private boolean needsPiece = true;

        private boolean isLast;

        /** True while an element has been found but not read. */
        private boolean isFound;

        private boolean awaitsPiece;

        /** True while it waits for a worker thread or for memory. */
        private boolean waits;

        private boolean draining;

        private int steps;
        private long found;

        /** The bytes of the elements that have been found. */
        private long length;

        /** The memory for elements. */
        private long reserved;

        Reading(final Subscriber<? super Object> downstream) {
            this.downstream = downstream;
        }

        /** The subscriber's demand; called on any thread. */
        private final class Demand implements Subscription {

            @Override
            public void request(final long count) {
                exchange.execute(() -> {
                    begin();
                    if (count <= 0) {
                        fail(new IllegalArgumentException("The demand must be at least 1, but it was " + count + "."));
                    } else if (!ended) {
                        wanted = wanted + count < 0 ? Long.MAX_VALUE : wanted + count;
                        drain();
                    }
                });
            }

            @Override
            public void cancel() {
                exchange.execute(Reading.this::stop);
            }
        }

        private void begin() {
            if (!begun && !ended) {
                begun = true;
                if (exchange.isFinished()) {
                    fail(new ClosedChannelException());
                    return;
                }
                memory = exchange.body().memory(() -> fail(new ClosedChannelException()));
                pieces.subscribe(this);
            }
        }

        @Override
        public void onSubscribe(final Subscription subscription) {
            upstream = subscription;
        }

        @Override
        public void onNext(final Buffer piece) {
            if (!ended) {
                awaitsPiece = false;
                needsPiece = false;
                elements.offer(piece.getBytes());
                drain();
            }
        }

        @Override
        public void onError(final Throwable error) {
            fail(error);
        }

        @Override
        public void onComplete() {
            if (!ended) {
                awaitsPiece = false;
                isLast = true;
                drain();
            }
        }

        /** Emits what is there and asked for. */
        private void drain() {
            if (draining) {
                return;
            }
            draining = true;
            try {
                while (!ended && !waits && !awaitsPiece && advance()) {
                    steps++;
                    if (steps % STEPS == 0 && !waits && exchange.isOnEventLoop() && exchange.isTurnOver()) {
                        waits = true;
                        exchange.executeInNextTurn(() -> {
                            waits = false;
                            drain();
                        });
                    }
                }
            } catch (final Exception e) {
                fail(e);
            } finally {
                draining = false;
            }
        }

        /** Returns whether something was done. The end is looked for without being asked for, in the pieces that are there. */
        private boolean advance() throws Exception {
            if (isFound) {
                if (wanted == 0) {
                    return false;
                }
                isFound = false;
                read();
                return true;
            }
            if (!needsPiece) {
                isFound = elements.next();
                return isFound ? count() : keep();
            }
            if (isLast) {
                return end();
            }
            if (wanted == 0) {
                return false;
            }
            awaitsPiece = true;
            if (upstream != null) {
                upstream.request(1);
            }
            return true;
        }

        /** Counts the element that is found, and refuses the body if it has too many. */
        private boolean count() {
            limit.check(++found, elements.tokens());
            length += elements.length();
            final long missing = limit.memory(exchange.body(), length, elements.tokens()) - reserved;
            return missing <= 0 || reserve(missing);
        }

        /** Reserves memory for elements that the subscriber may collect, until the request ends. */
        private boolean reserve(final long missing) {
            final ExchangeBody body = exchange.body();
            final long block = Math.max(missing, Math.min(BLOCK, body.largestValue() - reserved));
            reserved += block;
            waits = !body.reserveForValue(block, () -> {
                waits = false;
                drain();
            });
            return !waits;
        }

        private boolean end() {
            isFound = elements.end();
            if (isFound) {
                return count();
            }
            ended = true;
            release();
            downstream.onComplete();
            return false;
        }

        /** The piece is looked through: keeps its rest, if there is room for it. */
        private boolean keep() {
            final int room = elements.missingRoom();
            if (room > 0 && memory != null && !memory.reserve(room, this::keptLater)) {
                waits = true;
                return false;
            }
            elements.keep();
            needsPiece = true;
            return true;
        }

        private void keptLater() {
            waits = false;
            elements.keep();
            needsPiece = true;
            drain();
        }

        private void read() throws Exception {
            if (elements.length() <= maxOnEventLoop || !exchange.isOnEventLoop()) {
                emit(elements.read());
                return;
            }
            waits = true;
            exchange.workers().run(elements::read).whenComplete((value, error) -> {
                waits = false;
                if (error == null && value != null) {
                    emit(value);
                    drain();
                } else if (error != null) {
                    fail(Unwrapping.ofStage(error));
                }
            });
        }

        private void emit(final Object value) {
            if (!ended) {
                if (wanted != Long.MAX_VALUE) {
                    wanted--;
                }
                downstream.onNext(value);
            }
        }

        private void fail(final Throwable error) {
            if (!ended) {
                stop();
                downstream.onError(error);
            }
        }

        private void stop() {
            ended = true;
            release();
            if (upstream != null) {
                upstream.cancel();
            }
        }

        private void release() {
            if (memory != null) {
                memory.release();
            }
        }
    }
}
