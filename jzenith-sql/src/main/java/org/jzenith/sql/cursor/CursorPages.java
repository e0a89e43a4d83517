package org.jzenith.sql.cursor;

import io.reactivex.Flowable;
import io.reactivex.internal.subscriptions.SubscriptionHelper;
import io.reactivex.internal.util.BackpressureHelper;
import io.vertx.core.AsyncResult;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.observe.DatabaseEvents;
import org.jzenith.sql.pool.Lease;
import org.jzenith.sql.sqlclient.Parameters;
import org.jzenith.sql.sqlclient.RowPage;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Reads the rows of a statement page by page. It asks the server for the next page before it passes a page on, so the server works
 * while the page is used. One page is read ahead: it waits here until it is requested.
 */
public final class CursorPages extends Flowable<CursorPages.Page> {

    private final Lease lease;
    private final String sql;
    private final DatabaseEvents.@Nullable Observed observed;
    private final @Nullable Object[] values;
    private final int fetchSize;
    private final boolean keepsTransaction;

    /**
     * Creates the pages without running the statement.
     *
     * @param lease holds the connection, in a transaction
     * @param observed is notified when the statement is sent; null without observers
     * @param fetchSize the number of rows of a page
     * @param keepsTransaction true if the transaction continues after the last row; otherwise its end closes the cursor
     */
    public CursorPages(
            final Lease lease,
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final @Nullable Object[] values,
            final int fetchSize,
            final boolean keepsTransaction) {
        this.lease = lease;
        this.sql = sql;
        this.observed = observed;
        this.values = values;
        this.fetchSize = fetchSize;
        this.keepsTransaction = keepsTransaction;
    }

    /** Some rows of a statement, and whether there are none behind them. */
    public record Page(RowPage content, boolean isLast) {}

    @Override
    protected void subscribeActual(final Subscriber<? super Page> downstream) {
        final CursorSubscription subscription = new CursorSubscription(downstream);
        downstream.onSubscribe(subscription);
        subscription.prepare();
    }

    /** Prepares the statement, reads the pages, and closes what it has opened, before it tells the end. */
    private final class CursorSubscription implements Subscription {

        private final Subscriber<? super Page> downstream;
        private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
        private final AtomicLong requested = new AtomicLong();
        private final AtomicBoolean closed = new AtomicBoolean();

        /** The number of calls of {@link #drain} while it runs. */
        private final AtomicInteger calls = new AtomicInteger();

        private volatile @Nullable PreparedStatement statement;
        private volatile @Nullable Parameters parameters;
        private volatile @Nullable Cursor cursor;
        private volatile @Nullable Page next;
        private volatile @Nullable Throwable error;
        private volatile boolean reading;

        /** True once it is cancelled or has ended. */
        private volatile boolean over;

        CursorSubscription(final Subscriber<? super Page> downstream) {
            this.downstream = downstream;
        }

        void prepare() {
            if (over) {
                return;
            }
            try {
                lease.runWhileOpen(sql, observed, open -> {
                            parameters = open.parameters(values);
                            return open.sqlConnection().prepare(sql);
                        })
                        .onComplete(prepared ->
                                ContextSnapshot.runIn(snapshot, () -> open(prepared.result(), prepared.cause())));
            } catch (final RuntimeException refusal) {
                fail(refusal);
            }
        }

        private void open(final @Nullable PreparedStatement prepared, final @Nullable Throwable failure) {
            if (prepared == null) {
                fail(failure == null ? new IllegalStateException("There is no statement.") : failure);
                return;
            }
            statement = prepared;
            if (over) {
                close();
                return;
            }
            try {
                cursor = prepared.cursor(Objects.requireNonNull(parameters));
            } catch (final RuntimeException refusal) {
                fail(refusal);
                return;
            }
            read();
        }

        private void read() {
            final Cursor opened = Objects.requireNonNull(cursor);
            final Parameters sent = Objects.requireNonNull(parameters);
            reading = true;
            try {
                lease.runWhileOpen(sql, null, open -> open.read(opened, sent, fetchSize))
                        .onComplete(read -> ContextSnapshot.runIn(snapshot, () -> add(opened, read)));
            } catch (final RuntimeException refusal) {
                reading = false;
                fail(refusal);
            }
        }

        private void add(final Cursor opened, final AsyncResult<RowPage> read) {
            reading = false;
            if (read.succeeded()) {
                next = new Page(read.result(), !opened.hasMore());
                drain();
            } else {
                fail(read.cause());
            }
        }

        private void fail(final Throwable failure) {
            error = failure;
            drain();
        }

        @Override
        public void request(final long count) {
            if (SubscriptionHelper.validate(count)) {
                BackpressureHelper.add(requested, count);
                drain();
            }
        }

        private void drain() {
            if (calls.getAndIncrement() != 0) {
                return;
            }
            int missed = 1;
            do {
                passOn();
                missed = calls.addAndGet(-missed);
            } while (missed != 0);
        }

        private void passOn() {
            if (over) {
                return;
            }
            final Throwable failure = error;
            final Page page = next;
            if (page != null && requested.get() > 0) {
                next = null;
                BackpressureHelper.produced(requested, 1);
                if (!page.isLast()) {
                    read();
                }
                downstream.onNext(page);
                if (page.isLast()) {
                    end(null);
                }
            } else if (page == null && failure != null) {
                end(failure);
            }
        }

        /** The next statement of the transaction comes after what closes the cursor. */
        private void end(final @Nullable Throwable failure) {
            if (over) {
                return;
            }
            over = true;
            close();
            if (failure == null) {
                downstream.onComplete();
            } else {
                downstream.onError(failure);
            }
        }

        @Override
        public void cancel() {
            if (over) {
                return;
            }
            over = true;
            if (reading) {
                RequestContext.currentDisposedIn("statement");
            }
            close();
        }

        private void close() {
            final PreparedStatement opened = statement;
            if (opened != null && closed.compareAndSet(false, true)) {
                final Cursor kept = keepsTransaction ? cursor : null;
                // also after the end of the lease
                lease.run(
                        sql,
                        null,
                        open -> kept == null ? opened.close() : kept.close().eventually(() -> opened.close()));
            }
        }
    }
}
