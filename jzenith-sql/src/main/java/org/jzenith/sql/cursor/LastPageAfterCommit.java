package org.jzenith.sql.cursor;

import io.reactivex.Flowable;
import io.reactivex.FlowableSubscriber;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.sqlclient.RowPage;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Passes the last page on when its transaction has been committed, and then its end without a pause. So the reader of a
 * small result sees at once that there is no more, and the connection does not wait for its reader.
 */
public final class LastPageAfterCommit extends Flowable<RowPage> {

    private final Flowable<CursorPages.Page> source;

    /** @param source completes after the commit */
    public LastPageAfterCommit(final Flowable<CursorPages.Page> source) {
        this.source = source;
    }

    @Override
    protected void subscribeActual(final Subscriber<? super RowPage> downstream) {
        source.subscribe(new PageSubscriber(downstream));
    }

    private static final class PageSubscriber implements FlowableSubscriber<CursorPages.Page>, Subscription {

        private final Subscriber<? super RowPage> downstream;
        private @Nullable Subscription upstream;
        private @Nullable RowPage last;
        private volatile boolean cancelled;

        PageSubscriber(final Subscriber<? super RowPage> downstream) {
            this.downstream = downstream;
        }

        @Override
        public void onSubscribe(final Subscription subscription) {
            upstream = subscription;
            downstream.onSubscribe(this);
        }

        @Override
        public void onNext(final CursorPages.Page page) {
            if (page.isLast()) {
                last = page.content();
            } else {
                downstream.onNext(page.content());
            }
        }

        /** The commit may have failed. */
        @Override
        public void onError(final Throwable error) {
            downstream.onError(error);
        }

        @Override
        public void onComplete() {
            if (last != null && !cancelled) {
                downstream.onNext(last); // it was asked for
            }
            downstream.onComplete();
        }

        @Override
        public void request(final long count) {
            if (upstream != null) {
                upstream.request(count);
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (upstream != null) {
                upstream.cancel();
            }
        }
    }
}
