package org.jzenith.postgresql.connection;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.functions.Function;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.postgresql.error.StaleStatementException;
import org.reactivestreams.Publisher;

/** Runs single statements on a pipeline, and everything else on a connection from the pool. */
final class SharedStatementRunner implements StatementRunner {

    private static final String READ_ONLY = "SET TRANSACTION READ ONLY";

    private final ConnectionSet connectionSet;

    SharedStatementRunner(final ConnectionSet connectionSet) {
        this.connectionSet = connectionSet;
    }

    @Override
    public void run(final Call call) {
        // The statements on the shared pipeline may wait for a lock of the transaction.
        final Pipeline pipeline = OpenTransactions.any() ? connectionSet.duringTransaction() : connectionSet.pipeline();
        call.deliverTo(connectionSet.resultContext(pipeline.context()), connectionSet.queryNanos());
        pipeline.run(call);
    }

    @Override
    public Single<RowSet<Row>> batch(final String sql, final List<Tuple> parameters) {
        return connectionSet
                .acquire()
                .flatMapPublisher(connection -> {
                    final Lease lease = new Lease(connectionSet, connection, connectionSet.queryNanos());
                    return lease.batch(sql, parameters)
                            .retry(1, error -> error instanceof StaleStatementException)
                            .toFlowable()
                            .doFinally(lease::end);
                })
                .singleOrError();
    }

    @Override
    public Flowable<RowSet<Row>> pages(final String sql, final Tuple parameters, final int fetchSize) {
        return inTransaction(
                connectionSet.acquireForStream(),
                READ_ONLY,
                null,
                transaction -> transaction.pages(sql, parameters, fetchSize));
    }

    @Override
    public <T> Flowable<T> withDemandTimeout(final Flowable<T> rows) {
        return connectionSet.withDemandTimeout(rows);
    }

    @Override
    public <T> Flowable<T> transaction(
            final String settings,
            final @Nullable Duration limit,
            final Function<DatabaseConnections, Publisher<T>> work) {
        return OpenTransactions.counted(inTransaction(connectionSet.acquire(), settings, limit, work));
    }

    @Override
    public <T> Flowable<T> streamingTransaction(
            final String settings,
            final @Nullable Duration limit,
            final Function<DatabaseConnections, Publisher<T>> work) {
        return OpenTransactions.counted(
                withDemandTimeout(inTransaction(connectionSet.acquireForStream(), settings, limit, work)));
    }

    private <T> Flowable<T> inTransaction(
            final Single<PipelinedConnection> connections,
            final String settings,
            final @Nullable Duration limit,
            final Function<DatabaseConnections, Publisher<T>> work) {
        final long timeoutNanos = limit == null ? connectionSet.queryNanos() : limit.toNanos();
        return connections.flatMapPublisher(connection ->
                new TransactionScope(new Lease(connectionSet, connection, timeoutNanos)).run(settings, work));
    }
}
