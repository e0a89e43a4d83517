package org.jzenith.sql.internal.cursor;

import io.reactivex.Flowable;
import io.vertx.core.Future;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.internal.observe.DatabaseEvents;
import org.jzenith.sql.internal.pool.ConnectionLease;
import org.jzenith.sql.internal.sqlclient.CommandConnection;
import org.jzenith.sql.internal.sqlclient.RowCursor;
import org.jzenith.sql.internal.sqlclient.RowPage;

/**
 * The rows of a statement page by page. The server is asked for the next page before a page is passed on, so it works while the page
 * is used. One page is read ahead: it waits here until it is requested. The pages grow while the reader
 * has to wait for them, so a slow reader has small pages in memory.
 */
public final class CursorPages {

    private final ConnectionLease lease;
    private final String sql;
    private PageSize size;

    /** True if the reader requested the current page before it arrived. */
    private boolean awaited;

    private Future<RowPage> next = Future.failedFuture("No page was requested.");
    private boolean ended;

    /** Belongs to the event loop of the connection, like {@link #closed}. */
    private @Nullable RowCursor cursor;

    private boolean closed;

    private CursorPages(final ConnectionLease lease, final String sql, final PageSize size) {
        this.lease = lease;
        this.sql = sql;
        this.size = size;
    }

    /**
     * Opens a cursor, reads the pages, and closes what it has opened, before it tells the end. So the next statement of the
     * transaction comes after what closes the cursor.
     *
     * @param lease holds the connection, in a transaction
     * @param observed is notified when the statement is sent; null without observers
     * @param size the number of rows of the first page
     * @param alone true if the transaction is that of this statement alone
     */
    public static Flowable<RowPage> of(
            final ConnectionLease lease,
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final @Nullable Object[] values,
            final PageSize size,
            final boolean alone) {
        return Flowable.using(
                () -> new CursorPages(lease, sql, size),
                pages -> pages.read(() -> lease.runFirst(sql, observed, open -> pages.open(open, values, alone))),
                CursorPages::close);
    }

    private Future<RowPage> open(
            final CommandConnection connection, final @Nullable Object[] values, final boolean alone) {
        if (closed) {
            return Future.failedFuture(lease.errors().notSent("the stream was disposed", sql));
        }
        final RowCursor opened = connection.cursor(sql, values, alone);
        cursor = opened;
        return opened.read(size.rows());
    }

    private Flowable<RowPage> read(final Supplier<Future<RowPage>> firstPage) {
        final Future<RowPage> first = requested(firstPage);
        next = first;
        return RxFuture.single(() -> next)
                .doOnDispose(this::disposed)
                .toFlowable()
                .doOnRequest(count -> awaited = next != first && !next.isComplete())
                // Runs when the page is requested.
                .map(page -> {
                    ended = page.isLast();
                    if (!ended) {
                        size = size.after(page, awaited);
                        next = requested(this::nextPage);
                    }
                    return page;
                })
                .repeatUntil(() -> ended);
    }

    private Future<RowPage> nextPage() {
        final int rows = size.rows();
        return lease.runNext(sql, open -> Objects.requireNonNull(cursor).read(rows));
    }

    private static Future<RowPage> requested(final Supplier<Future<RowPage>> page) {
        try {
            return page.get();
        } catch (final RuntimeException refusal) {
            return Future.failedFuture(refusal);
        }
    }

    private void disposed() {
        if (!next.isComplete()) {
            RequestContext.currentDisposedIn("statement");
        }
    }

    /** Also closes after the end of the lease. */
    private void close() {
        lease.run(sql, null, open -> {
            closed = true;
            return cursor == null ? Future.<Void>succeededFuture() : cursor.close();
        });
    }
}
