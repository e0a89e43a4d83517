package org.jzenith.sql.internal.cursor;

import io.reactivex.Flowable;
import io.vertx.core.Future;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.internal.observe.DatabaseEvents;
import org.jzenith.sql.internal.pool.ConnectionLease;
import org.jzenith.sql.internal.sqlclient.Parameters;
import org.jzenith.sql.internal.sqlclient.RowPage;

/**
 * The rows of a statement page by page. The server is asked for the next page before a page is passed on, so it works while the page
 * is used. One page is read ahead: it waits here until it is requested. The pages grow while the reader
 * has to wait for them, so a slow reader has small pages in memory.
 */
public final class CursorPages {

    private final ConnectionLease lease;
    private final String sql;
    private final PreparedStatement statement;
    private final Parameters parameters;
    private final boolean keepsTransaction;
    private PageSize size;

    /** True if the reader requested the current page before it arrived. */
    private boolean awaited;

    private @Nullable Cursor cursor;
    private Future<RowPage> next = Future.failedFuture("No page was requested.");
    private boolean ended;

    private CursorPages(
            final ConnectionLease lease,
            final String sql,
            final PreparedStatement statement,
            final Parameters parameters,
            final PageSize size,
            final boolean keepsTransaction) {
        this.lease = lease;
        this.sql = sql;
        this.statement = statement;
        this.parameters = parameters;
        this.size = size;
        this.keepsTransaction = keepsTransaction;
    }

    /** Some rows of a statement, and whether there are none behind them. */
    public record Page(RowPage content, boolean isLast) {}

    /**
     * Prepares the statement, reads the pages, and closes what it has opened, before it tells the end. So the next statement of the
     * transaction comes after what closes the cursor.
     *
     * @param lease holds the connection, in a transaction
     * @param observed is notified when the statement is sent; null without observers
     * @param size the number of rows of the first page
     * @param keepsTransaction true if the transaction continues after the last row; otherwise its end closes the cursor
     */
    public static Flowable<Page> of(
            final ConnectionLease lease,
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final @Nullable Object[] values,
            final PageSize size,
            final boolean keepsTransaction) {
        return RxFuture.single(
                        () -> lease.runFirst(
                                sql,
                                observed,
                                open -> open.sqlConnection()
                                        .prepare(sql)
                                        .map(statement -> new CursorPages(
                                                lease,
                                                sql,
                                                statement,
                                                open.parameters(values),
                                                size,
                                                keepsTransaction))),
                        CursorPages::close)
                .flatMapPublisher(prepared -> Flowable.using(() -> prepared, CursorPages::pages, CursorPages::close));
    }

    private Flowable<Page> pages() {
        final Cursor opened = statement.cursor(parameters);
        cursor = opened;
        final Future<RowPage> first = read(opened);
        next = first;
        return RxFuture.single(() -> next)
                .doOnDispose(this::disposed)
                .toFlowable()
                .doOnRequest(count -> awaited = next != first && !next.isComplete())
                // Runs when the page is requested.
                .map(page -> {
                    ended = !opened.hasMore();
                    if (!ended) {
                        size = size.after(page, awaited);
                        next = read(opened);
                    }
                    return new Page(page, ended);
                })
                .repeatUntil(() -> ended);
    }

    private Future<RowPage> read(final Cursor opened) {
        try {
            return lease.runNext(sql, open -> open.read(sql, opened, parameters, size.rows()));
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
        final Cursor kept = keepsTransaction ? cursor : null;
        lease.run(
                sql,
                null,
                open -> kept == null ? statement.close() : kept.close().eventually(() -> statement.close()));
    }
}
