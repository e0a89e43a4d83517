package org.jzenith.postgresql.connection;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.functions.Function;
import io.vertx.core.Future;
import io.vertx.core.impl.ContextInternal;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.rx.RxFuture;
import org.reactivestreams.Publisher;

/** One line in the hands of one borrower. After the end its statements are refused. */
final class Loan implements Channel {

    /** What a statement that nobody waits for any more may still take before its connection is given up. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Wires wires;
    private final Line line;
    private final long limitNanos;
    private final @Nullable ContextInternal home;
    private final AtomicBoolean ended = new AtomicBoolean();

    Loan(final Wires wires, final Line line, final long limitNanos) {
        this.wires = wires;
        this.line = line;
        this.limitNanos = limitNanos;
        this.home = wires.home(line.context());
    }

    <R> Future<R> run(final String sql, final java.util.function.Function<PgConnection, Future<R>> work) {
        final Errand<R> errand = new Errand<>(sql, work);
        errand.expect(home, limitNanos);
        line.run(errand);
        return errand.future();
    }

    /** Nobody waits for what is under way any more. */
    void hurry() {
        line.hurry(PATIENCE);
    }

    /** Gives the line back once nothing is under way on it; only the first call counts. */
    void end() {
        if (ended.compareAndSet(false, true)) {
            line.hurry(PATIENCE);
            line.whenQuiet(() -> wires.giveBack(line));
        }
    }

    private void requireOpen() {
        if (ended.get()) {
            throw new IllegalStateException("The transaction has ended, its connection is lent to someone else by now."
                    + " Run the statement before the Single, Maybe, Completable or Flowable of the transaction ends.");
        }
    }

    @Override
    public void run(final Call call) {
        requireOpen();
        call.expect(home, limitNanos);
        line.run(call);
    }

    @Override
    public Single<RowSet<Row>> batch(final String sql, final List<Tuple> parameters) {
        return RxFuture.single(() -> {
            requireOpen();
            return run(sql, connection -> connection.preparedQuery(sql).executeBatch(parameters));
        });
    }

    @Override
    public Flowable<RowSet<Row>> pages(final String sql, final Tuple parameters, final int fetchSize) {
        return RxFuture.single(
                        () -> {
                            requireOpen();
                            return run(sql, connection -> connection.prepare(sql));
                        },
                        statement -> statement.close())
                .flatMapPublisher(statement -> {
                    final Cursor cursor = cursor(sql, statement, parameters);
                    return RxFuture.single(() -> {
                                requireOpen();
                                return run(sql, connection -> cursor.read(fetchSize));
                            })
                            .repeatUntil(() -> !cursor.hasMore())
                            .doFinally(() -> close(sql, cursor, statement));
                });
    }

    private Cursor cursor(final String sql, final PreparedStatement statement, final Tuple parameters) {
        try {
            return statement.cursor(parameters);
        } catch (final RuntimeException e) {
            run(sql, connection -> statement.close());
            throw e;
        }
    }

    private void close(final String sql, final Cursor cursor, final PreparedStatement statement) {
        run(sql, connection -> cursor.close().eventually(() -> statement.close()));
    }

    @Override
    public <T> Flowable<T> read(final Flowable<T> rows) {
        return wires.read(rows);
    }

    @Override
    public <T> Flowable<T> transaction(
            final String settings, final @Nullable Duration limit, final Function<Connections, Publisher<T>> work) {
        return Flowable.error(new IllegalStateException("A transaction cannot begin inside a transaction."));
    }

    @Override
    public <T> Flowable<T> streamingTransaction(
            final String settings, final @Nullable Duration limit, final Function<Connections, Publisher<T>> work) {
        return transaction(settings, limit, work);
    }
}
