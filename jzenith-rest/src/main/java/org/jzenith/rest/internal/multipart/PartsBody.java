package org.jzenith.rest.internal.multipart;

import io.reactivex.Flowable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.body.Part;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The parts of a body for one subscriber. Signals come on the event loop of the request, with its context. */
final class PartsBody extends Flowable<Part> implements PartReading.PartObserver {

    private final Exchange exchange;
    private final PartReading reading;
    private final AtomicBoolean subscribed = new AtomicBoolean();
    private volatile @Nullable Subscriber<? super Part> subscriber;

    /** @param reading makes what tells the observer of the parts */
    PartsBody(final Exchange exchange, final Function<PartReading.PartObserver, PartReading> reading) {
        this.exchange = exchange;
        this.reading = reading.apply(this);
    }

    PartReading reading() {
        return reading;
    }

    @Override
    protected void subscribeActual(final Subscriber<? super Part> downstream) {
        if (!subscribed.compareAndSet(false, true)) {
            Flowable.<Part>error(
                            new IllegalStateException("The parts of a body can be read only once, by one subscriber."))
                    .subscribe(downstream);
            return;
        }
        subscriber = downstream; // before it asks for parts, on another thread
        downstream.onSubscribe(new Demand());
        exchange.execute(reading::begin);
    }

    @Override
    public void part(final ReceivedPart part) {
        final Subscriber<? super Part> downstream = subscriber;
        if (downstream != null) {
            downstream.onNext(part);
        }
    }

    @Override
    public void complete() {
        final Subscriber<? super Part> downstream = subscriber;
        if (downstream != null) {
            downstream.onComplete();
        }
    }

    @Override
    public void fail(final Throwable error) {
        final Subscriber<? super Part> downstream = subscriber;
        if (downstream != null) {
            downstream.onError(error);
        }
    }

    /** The subscriber's demand; called on any thread. */
    private final class Demand implements Subscription {

        /**
         * Requests parts in a later task: an operator such as {@code concatMap} requests the next part just before it
         * subscribes to the content of the current one, which would then be buffered in vain.
         */
        @Override
        public void request(final long count) {
            exchange.executeLater(() -> reading.request(count));
        }

        @Override
        public void cancel() {
            exchange.execute(reading::cancel);
        }
    }
}
