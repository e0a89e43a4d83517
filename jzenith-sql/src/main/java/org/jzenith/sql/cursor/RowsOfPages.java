package org.jzenith.sql.cursor;

import io.reactivex.Flowable;
import io.reactivex.FlowableSubscriber;
import io.reactivex.exceptions.Exceptions;
import io.reactivex.internal.subscriptions.SubscriptionHelper;
import io.vertx.sqlclient.Row;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.sqlclient.Columns;
import org.jzenith.sql.sqlclient.RowPage;
import org.jzenith.sql.sqlclient.RowReader;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Maps the rows of pages and emits each when it is asked for. It asks for a page when the one before has been emitted. A subscriber
 * that has got all that it requested and requests no more for a time loses the stream. It is one operator instead of three, each of
 * which would count the demand for each row.
 */
public final class RowsOfPages<T> extends Flowable<T> {

    private final Flowable<RowPage> pages;
    private final RowReader<? extends T> reader;
    private final TimedDemand.Limit limit;

    /** Maps the rows of pages. */
    public RowsOfPages(
            final Flowable<RowPage> pages, final RowReader<? extends T> reader, final TimedDemand.Limit limit) {
        this.pages = pages;
        this.reader = reader;
        this.limit = limit;
    }

    @Override
    protected void subscribeActual(final Subscriber<? super T> downstream) {
        pages.subscribe(new PageSubscriber(downstream));
    }

    private final class PageSubscriber implements FlowableSubscriber<RowPage>, Subscription {

        private final Subscriber<? super T> downstream;
        private final TimedDemand demand = new TimedDemand(limit, this::stop);

        /** The number of calls of {@link #drain} while it runs. */
        private final AtomicInteger calls = new AtomicInteger();

        private @Nullable Subscription upstream;
        private volatile @Nullable RowPage next;
        private volatile boolean sourceEnded;
        private @Nullable Throwable error;

        /** The rows of a page that are left, and their columns. */
        private @Nullable Iterator<Row> rows;

        private @Nullable Columns columns;

        PageSubscriber(final Subscriber<? super T> downstream) {
            this.downstream = downstream;
        }

        @Override
        public void onSubscribe(final Subscription subscription) {
            upstream = subscription;
            downstream.onSubscribe(this);
            demand.begin();
            subscription.request(1);
        }

        @Override
        public void onNext(final RowPage page) {
            next = page;
            drain();
        }

        @Override
        public void onError(final Throwable failure) {
            if (demand.isOver()) {
                TimedDemand.drop(failure);
                return;
            }
            error = failure;
            onComplete();
        }

        @Override
        public void onComplete() {
            sourceEnded = true;
            drain();
        }

        @Override
        public void request(final long count) {
            if (SubscriptionHelper.validate(count) && demand.add(count)) {
                drain();
            }
        }

        @Override
        public void cancel() {
            if (demand.end()) {
                cancelSource();
            }
        }

        /** The demand has ended by its limit or a failure. */
        private void stop(final Throwable reason) {
            cancelSource();
            downstream.onError(reason);
        }

        private void cancelSource() {
            if (upstream != null) {
                upstream.cancel();
            }
        }

        private void drain() {
            if (calls.getAndIncrement() != 0) {
                return;
            }
            int missed = 1;
            do {
                emit();
                missed = calls.addAndGet(-missed);
            } while (missed != 0);
        }

        /** Emits the rows that are there and asked for. */
        private void emit() {
            while (!demand.isOver()) {
                final Iterator<Row> left = rows;
                if (left == null) {
                    if (!openPage()) {
                        return;
                    }
                } else if (left.hasNext()) {
                    if (!emitFrom(left)) {
                        return;
                    }
                } else {
                    rows = null;
                    if (upstream != null && !sourceEnded) {
                        upstream.request(1);
                    }
                }
            }
        }

        /** Returns false if there is no page. */
        private boolean openPage() {
            final boolean ended = sourceEnded; // read before the page, which comes before it
            final RowPage page = next;
            if (page != null) {
                next = null;
                rows = page.rows().iterator();
                columns = page.columns();
                return true;
            }
            if (ended && demand.end()) {
                if (error == null) {
                    downstream.onComplete();
                } else {
                    downstream.onError(error);
                }
            }
            return false;
        }

        /** Returns false if no more rows are asked for. */
        private boolean emitFrom(final Iterator<Row> left) {
            final long asked = demand.count();
            long emitted = 0;
            while (emitted < asked && left.hasNext()) {
                final T element;
                try {
                    element = reader.read(Objects.requireNonNull(columns), left.next());
                } catch (final Throwable thrown) {
                    Exceptions.throwIfFatal(thrown);
                    if (demand.end()) {
                        stop(thrown);
                    }
                    return false;
                }
                downstream.onNext(element);
                emitted++;
                if (demand.isOver()) {
                    return false;
                }
            }
            demand.delivered(emitted);
            return asked > 0;
        }
    }
}
