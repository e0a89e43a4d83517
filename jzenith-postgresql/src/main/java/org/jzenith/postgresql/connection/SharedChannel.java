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

/** Single statements go down a pipeline, everything else borrows a line from the pool. */
final class SharedChannel implements Channel {

    private static final String READ_ONLY = "SET TRANSACTION READ ONLY";

    private final Wires wires;

    SharedChannel(final Wires wires) {
        this.wires = wires;
    }

    @Override
    public void run(final Call call) {
        // A lock of the transaction may be what the statements on the shared pipeline wait for.
        final Pipeline pipeline = OpenTransactions.any() ? wires.besideTransactions() : wires.pipeline();
        call.expect(wires.home(pipeline.context()), wires.queryNanos());
        pipeline.run(call);
    }

    @Override
    public Single<RowSet<Row>> batch(final String sql, final List<Tuple> parameters) {
        return wires.acquire()
                .flatMapPublisher(line -> {
                    final Loan loan = new Loan(wires, line, wires.queryNanos());
                    return loan.batch(sql, parameters)
                            .retry(1, error -> error instanceof StaleStatementException)
                            .toFlowable()
                            .doFinally(loan::end);
                })
                .singleOrError();
    }

    @Override
    public Flowable<RowSet<Row>> pages(final String sql, final Tuple parameters, final int fetchSize) {
        return lend(wires.acquireForStream(), READ_ONLY, null, lent -> lent.pages(sql, parameters, fetchSize));
    }

    @Override
    public <T> Flowable<T> read(final Flowable<T> rows) {
        return wires.read(rows);
    }

    @Override
    public <T> Flowable<T> transaction(
            final String settings, final @Nullable Duration limit, final Function<Connections, Publisher<T>> work) {
        return OpenTransactions.counted(lend(wires.acquire(), settings, limit, work));
    }

    @Override
    public <T> Flowable<T> streamingTransaction(
            final String settings, final @Nullable Duration limit, final Function<Connections, Publisher<T>> work) {
        return OpenTransactions.counted(read(lend(wires.acquireForStream(), settings, limit, work)));
    }

    private <T> Flowable<T> lend(
            final Single<Line> lines,
            final String settings,
            final @Nullable Duration limit,
            final Function<Connections, Publisher<T>> work) {
        final long limitNanos = limit == null ? wires.queryNanos() : limit.toNanos();
        return lines.flatMapPublisher(line -> new Scope(new Loan(wires, line, limitNanos)).run(settings, work));
    }
}
