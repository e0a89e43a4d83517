package org.jzenith.sql.statement;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.cursor.CursorPages;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.StaleStatementException;
import org.jzenith.sql.observe.DatabaseEvents;
import org.jzenith.sql.sqlclient.RowPage;

/** Runs single statements on the pipelines, batches and streams on pooled connections. */
class PipelineRunner extends StatementRunner {

    PipelineRunner(final DatabaseConnections connections) {
        super(connections, connections.pipelines()::submit);
    }

    @Override
    final @Nullable String refusal(final StatementTraits traits) {
        return traits.refusalAlone();
    }

    @Override
    final Flowable<RowSet<Row>> runBatch(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final List<@Nullable Object[]> parameters) {
        return connections
                .lease()
                .flatMapPublisher(lease -> new LeaseRunner(connections, lease)
                        .runBatch(sql, observed, parameters)
                        .retry(1, error -> error instanceof StaleStatementException)
                        .doFinally(lease::end));
    }

    /**
     * Passes the last page on when its transaction has been committed, and then its end without a pause. So the reader of a small result
     * sees at once that there is no more, and the connection does not wait for its reader.
     */
    @Override
    final Flowable<RowPage> readPages(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final @Nullable Object[] parameters,
            final int fetchSize) {
        return Flowable.defer(() -> {
            final AtomicReference<@Nullable RowPage> last = new AtomicReference<>();
            return connections
                    .<CursorPages.Page>inTransaction(
                            SqlDriver.TransactionSettings.READ_ONLY,
                            true,
                            lease -> new CursorPages(lease, sql, observed, parameters, fetchSize, false))
                    .filter(page -> !page.isLast() || !last.compareAndSet(null, page.content()))
                    .map(CursorPages.Page::content)
                    .concatWith(Maybe.fromCallable(last::get));
        });
    }
}
