package org.jzenith.sql.statement;

import io.reactivex.Flowable;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.connection.Call;
import org.jzenith.sql.cursor.CursorPages;
import org.jzenith.sql.cursor.LastPageAfterCommit;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.StaleStatementException;
import org.jzenith.sql.observe.DatabaseEvents;
import org.jzenith.sql.sqlclient.RowPage;

/** Runs single statements on the pipelines, batches and streams on pooled connections. */
class PipelineRunner extends StatementRunner {

    PipelineRunner(final DatabaseConnections connections) {
        super(connections);
    }

    @Override
    final @Nullable String refusal(final StatementTraits traits) {
        return traits.refusalAlone();
    }

    @Override
    final void submit(final Call<?> call) {
        connections.pipelines().submit(call);
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

    @Override
    final Flowable<RowPage> readPages(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final @Nullable Object[] parameters,
            final int fetchSize) {
        return new LastPageAfterCommit(connections.inTransaction(
                SqlDriver.TransactionSettings.READ_ONLY,
                true,
                lease -> new CursorPages(lease, sql, observed, parameters, fetchSize, false)));
    }
}
