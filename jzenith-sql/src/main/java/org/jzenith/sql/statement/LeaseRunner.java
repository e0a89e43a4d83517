package org.jzenith.sql.statement;

import io.reactivex.Flowable;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.cursor.CursorPages;
import org.jzenith.sql.observe.DatabaseEvents;
import org.jzenith.sql.pool.Lease;
import org.jzenith.sql.sqlclient.RowPage;

/** Runs statements on the connection that a transaction holds. */
final class LeaseRunner extends StatementRunner {

    private final Lease lease;

    LeaseRunner(final DatabaseConnections connections, final Lease lease) {
        super(connections, lease::submit);
        this.lease = lease;
    }

    @Override
    @Nullable
    String refusal(final StatementTraits traits) {
        return traits.refusalInTransaction();
    }

    @Override
    Flowable<RowSet<Row>> runBatch(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final List<@Nullable Object[]> parameters) {
        return RxFuture.single(() -> lease.runWhileOpen(sql, observed, open -> open.sendBatch(sql, parameters)))
                .doOnDispose(() -> RequestContext.currentDisposedIn("statement"))
                .toFlowable();
    }

    @Override
    Flowable<RowPage> readPages(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final @Nullable Object[] parameters,
            final int fetchSize) {
        return new CursorPages(lease, sql, observed, parameters, fetchSize, true).map(CursorPages.Page::content);
    }
}
