package org.jzenith.sql.connection;

import io.reactivex.Flowable;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.sqlclient.Parameters;
import org.jzenith.sql.sqlclient.RowPage;
import org.jzenith.sql.statement.StatementTraits;

/** A pooled connection that one caller holds. After the end of the lease its statements are refused. */
final class Lease extends StatementRunner {

    /** The time that a statement without a caller may still take before its connection is closed. */
    private static final Duration ABANDONED_TIMEOUT = Duration.ofSeconds(1);

    private final DatabaseConnections connections;
    private final DatabaseConnection connection;
    private final @Nullable EventLoopContext resultContext;
    private final long timeoutNanos;
    private final AtomicBoolean ended = new AtomicBoolean();

    Lease(
            final DatabaseConnections connections,
            final DatabaseConnection connection,
            final @Nullable Context resultContext,
            final long timeoutNanos) {
        this.connections = connections;
        this.connection = connection;
        this.resultContext = resultContext == null ? null : EventLoopContext.of(resultContext);
        this.timeoutNanos = timeoutNanos;
    }

    /** A call of the library on the connection, whose caller gets a future. */
    private static final class LibraryCall<R> extends Command implements Handler<AsyncResult<R>> {

        private final Promise<R> promise;
        private final Function<SqlConnection, Future<R>> work;
        private @Nullable R value;

        LibraryCall(
                final Lease lease,
                final String sql,
                final DatabaseEvents.@Nullable Observed observed,
                final Function<SqlConnection, Future<R>> work) {
            super(sql, NO_VALUES);
            limitTo(lease.timeoutNanos);
            observeAs(observed);
            this.promise = lease.resultContext == null ? Promise.promise() : lease.resultContext.promise();
            this.work = work;
        }

        @Override
        void send(final DatabaseConnection target) {
            work.apply(target.commandConnection().sqlConnection()).onComplete(this);
        }

        @Override
        public void handle(final AsyncResult<R> end) {
            value = end.result();
            end(end.cause());
        }

        @Override
        void onEnd(final @Nullable RuntimeException error) {
            if (error == null) {
                promise.complete(value);
            } else {
                promise.fail(error);
            }
        }
    }

    /** Runs a call of the library that observers see as a statement. */
    <R> Future<R> statement(final String sql, final Function<SqlConnection, Future<R>> work) {
        final DatabaseEvents.Observed observed = events().queued(sql);
        final Future<R> result = run(sql, observed, work);
        return observed == null ? result : result.onComplete(observed::done);
    }

    /** Runs a call of the library, also after the end of the lease, to clean up. */
    <R> Future<R> run(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final Function<SqlConnection, Future<R>> work) {
        final LibraryCall<R> call = new LibraryCall<>(this, sql, observed, work);
        connection.context().run(() -> connection.execute(call));
        return call.promise.future();
    }

    @Override
    DatabaseEvents events() {
        return connections.events();
    }

    @Override
    StatementTraits traits(final String sql) {
        return connections.traits(sql);
    }

    @Override
    @Nullable
    SqlException refusal(final String sql) {
        final String reason = traits(sql).refusalInTransaction();
        return reason == null ? null : SqlErrors.notSent(reason, sql);
    }

    @Override
    TimedDemand.Limit demandLimit() {
        return connections.demandLimit();
    }

    @Override
    EventLoopContext callersContext() {
        return connections.callersContext();
    }

    @Override
    void submit(final Call<?> call) {
        requireOpen();
        call.deliverIn(resultContext == null ? null : resultContext.context());
        call.limitTo(timeoutNanos);
        connection.context().run(() -> call.sendNext(connection, Integer.MAX_VALUE));
    }

    private void requireOpen() {
        if (ended.get()) {
            throw new IllegalStateException(
                    "The transaction has ended, and its connection may belong to another caller."
                            + " Run the statement before the Single, Maybe, Completable or Flowable of the transaction ends.");
        }
    }

    /** Limits the time of the statements in flight, because they have no caller any more. */
    void abandonStatements() {
        connection.abandonStatements(ABANDONED_TIMEOUT);
    }

    /** Releases the connection once no statement is in flight on it. Only the first call has an effect. */
    void end() {
        if (ended.compareAndSet(false, true)) {
            abandonStatements();
            connection.whenIdle(() -> connections.pool.release(connection));
        }
    }

    @Override
    Flowable<RowSet<Row>> runBatch(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final List<@Nullable Object[]> parameters) {
        return RxFuture.single(() -> {
                    requireOpen();
                    return run(
                            sql,
                            observed,
                            open -> connection.commandConnection().sendBatch(sql, parameters));
                })
                .doOnDispose(() -> RequestContext.currentDisposedIn("statement"))
                .toFlowable();
    }

    @Override
    Flowable<RowPage> readPages(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final @Nullable Object[] parameters,
            final int fetchSize) {
        return new CursorPages(this, sql, observed, parameters, fetchSize, true).map(CursorPages.Page::content);
    }

    /** Prepares a statement. */
    Future<PreparedStatement> prepare(final String sql, final DatabaseEvents.@Nullable Observed observed) {
        requireOpen();
        return run(sql, observed, open -> open.prepare(sql));
    }

    /** Returns the values of a cursor. */
    Parameters parameters(final @Nullable Object[] values) {
        return connection.commandConnection().parameters(values);
    }

    /** Reads some rows from a cursor. */
    Future<RowPage> read(final String sql, final Cursor cursor, final Parameters parameters, final int fetchSize) {
        requireOpen();
        return run(sql, null, open -> connection.commandConnection().read(cursor, parameters, fetchSize));
    }

    /**
     * Closes what a stream of rows has opened, also after the end of the lease.
     *
     * @param cursor null if the end of the transaction closes it
     */
    void close(final String sql, final PreparedStatement statement, final @Nullable Cursor cursor) {
        run(
                sql,
                null,
                open -> cursor == null ? statement.close() : cursor.close().eventually(() -> statement.close()));
    }
}
