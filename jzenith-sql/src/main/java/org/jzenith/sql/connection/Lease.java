package org.jzenith.sql.connection;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.functions.Function;
import io.vertx.core.Future;
import io.vertx.core.impl.ContextInternal;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.driver.TransactionSettings;
import org.reactivestreams.Publisher;

/** A pooled connection that one caller holds. After the end of the lease its statements are refused. */
final class Lease implements StatementRunner {

    /** The time that a statement without a caller may still take before its connection is closed. */
    private static final Duration ABANDONED_TIMEOUT = Duration.ofSeconds(1);

    private final ConnectionSet connectionSet;
    private final PipelinedConnection connection;
    private final long timeoutNanos;
    private final @Nullable ContextInternal resultContext;
    private final AtomicBoolean ended = new AtomicBoolean();

    Lease(final ConnectionSet connectionSet, final PipelinedConnection connection, final long timeoutNanos) {
        this.connectionSet = connectionSet;
        this.connection = connection;
        this.timeoutNanos = timeoutNanos;
        this.resultContext = connectionSet.resultContext(connection.context());
    }

    <R> Future<R> run(final String sql, final java.util.function.Function<SqlConnection, Future<R>> work) {
        final ConnectionTask<R> task = new ConnectionTask<>(sql, work);
        task.deliverTo(resultContext, timeoutNanos);
        connection.run(task);
        return task.future();
    }

    /** Limits the time of the statements in flight, because they have no caller any more. */
    void shortenDeadline() {
        connection.shortenDeadline(ABANDONED_TIMEOUT);
    }

    /** Releases the connection once no statement is in flight on it. Only the first call has an effect. */
    void end() {
        if (ended.compareAndSet(false, true)) {
            connection.shortenDeadline(ABANDONED_TIMEOUT);
            connection.whenIdle(() -> connectionSet.release(connection));
        }
    }

    private void requireOpen() {
        if (ended.get()) {
            throw new IllegalStateException(
                    "The transaction has ended, and its connection may belong to another caller."
                            + " Run the statement before the Single, Maybe, Completable or Flowable of the transaction ends.");
        }
    }

    @Override
    public void run(final Call call) {
        requireOpen();
        call.deliverTo(resultContext, timeoutNanos);
        connection.run(call);
    }

    @Override
    public Single<RowSet<Row>> batch(final String sql, final List<Tuple> parameters) {
        return RxFuture.single(() -> {
            requireOpen();
            return run(sql, pgConnection -> pgConnection.preparedQuery(sql).executeBatch(parameters));
        });
    }

    @Override
    public Flowable<RowSet<Row>> pages(final String sql, final Tuple parameters, final int fetchSize) {
        return RxFuture.single(
                        () -> {
                            requireOpen();
                            return run(sql, pgConnection -> pgConnection.prepare(sql));
                        },
                        statement -> statement.close())
                .flatMapPublisher(statement -> {
                    final Cursor cursor = cursor(sql, statement, parameters);
                    return RxFuture.single(() -> {
                                requireOpen();
                                return run(sql, pgConnection -> cursor.read(fetchSize));
                            })
                            .repeatUntil(() -> !cursor.hasMore())
                            .doFinally(() -> close(sql, cursor, statement));
                });
    }

    private Cursor cursor(final String sql, final PreparedStatement statement, final Tuple parameters) {
        try {
            return statement.cursor(parameters);
        } catch (final RuntimeException e) {
            run(sql, pgConnection -> statement.close());
            throw e;
        }
    }

    private void close(final String sql, final Cursor cursor, final PreparedStatement statement) {
        run(sql, pgConnection -> cursor.close().eventually(() -> statement.close()));
    }

    @Override
    public <T> Flowable<T> withDemandTimeout(final Flowable<T> rows) {
        return connectionSet.withDemandTimeout(rows);
    }

    @Override
    public <T> Flowable<T> transaction(
            final TransactionSettings settings, final Function<DatabaseConnections, Publisher<T>> work) {
        return Flowable.error(new IllegalStateException("A transaction cannot begin inside a transaction."));
    }

    @Override
    public <T> Flowable<T> streamingTransaction(
            final TransactionSettings settings, final Function<DatabaseConnections, Publisher<T>> work) {
        return transaction(settings, work);
    }
}
