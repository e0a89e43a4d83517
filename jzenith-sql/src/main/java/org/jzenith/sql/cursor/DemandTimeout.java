package org.jzenith.sql.cursor;

import io.reactivex.Flowable;
import io.reactivex.FlowableSubscriber;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Ends a stream whose subscriber has got all elements that it requested and requests no more for a time.
 *
 * @param <T> the type of the elements
 */
public final class DemandTimeout<T> extends Flowable<T> {

    private final Flowable<T> source;
    private final TimedDemand.Limit limit;

    /** Watches the demand of a stream. */
    public DemandTimeout(final Flowable<T> source, final TimedDemand.Limit limit) {
        this.source = source;
        this.limit = limit;
    }

    @Override
    protected void subscribeActual(final Subscriber<? super T> downstream) {
        source.subscribe(new DemandSubscriber(downstream));
    }

    private final class DemandSubscriber implements FlowableSubscriber<T>, Subscription {

        private final Subscriber<? super T> downstream;
        private final TimedDemand demand = new TimedDemand(limit, this::fail);
        private @Nullable Subscription upstream;

        DemandSubscriber(final Subscriber<? super T> downstream) {
            this.downstream = downstream;
        }

        @Override
        public void onSubscribe(final Subscription subscription) {
            upstream = subscription;
            downstream.onSubscribe(this);
            demand.begin();
        }

        private void fail(final Throwable timeout) {
            cancelSource();
            downstream.onError(timeout);
        }

        @Override
        public void request(final long count) {
            // The source reports a count that is not positive.
            if ((count <= 0 || demand.add(count)) && upstream != null) {
                upstream.request(count);
            }
        }

        @Override
        public void onNext(final T element) {
            if (!demand.isOver()) {
                downstream.onNext(element);
                demand.delivered(1);
            }
        }

        @Override
        public void onError(final Throwable error) {
            if (demand.end()) {
                downstream.onError(error);
            } else {
                TimedDemand.drop(error);
            }
        }

        @Override
        public void onComplete() {
            if (demand.end()) {
                downstream.onComplete();
            }
        }

        @Override
        public void cancel() {
            if (demand.end()) {
                cancelSource();
            }
        }

        private void cancelSource() {
            if (upstream != null) {
                upstream.cancel();
            }
        }
    }
}
