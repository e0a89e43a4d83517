package org.jzenith.sql.connection;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.SqlDriver.TransactionSettings;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.sqlclient.RowPage;
import org.jzenith.sql.sqlclient.RowReader;
import org.jzenith.sql.statement.StatementTraits;
import org.reactivestreams.Publisher;

/**
 * Runs each statement of a request with an identity in a transaction of its own, at whose beginning the server is told the identity.
 * Statements without an identity run on the shared connections, where no identity is ever set.
 */
final class IdentityRunner extends StatementRunner {

    private final DatabaseConnections connections;

    IdentityRunner(final DatabaseConnections connections) {
        this.connections = connections;
    }

    private <T> Flowable<T> run(final String sql, final Function<StatementRunner, Publisher<T>> work) {
        return Flowable.defer(() -> {
            if (DatabaseConnections.identity() == null) {
                return work.apply(connections);
            }
            // In a transaction other statements are refused than outside of one.
            final SqlException refusal = refusal(sql);
            return refusal == null
                    ? connections.transaction(TransactionSettings.DEFAULT, false, work)
                    : Flowable.error(refusal);
        });
    }

    @Override
    public <T> Single<T> single(
            final String sql, final @Nullable Object[] values, final RowReader<? extends T> reader) {
        return run(sql, statements -> statements.<T>single(sql, values, reader).toFlowable())
                .singleOrError();
    }

    @Override
    public <T> Maybe<T> maybe(final String sql, final @Nullable Object[] values, final RowReader<? extends T> reader) {
        return run(sql, statements -> statements.<T>maybe(sql, values, reader).toFlowable())
                .singleElement();
    }

    @Override
    public <T> Single<List<T>> list(
            final String sql, final @Nullable Object[] values, final RowReader<? extends T> reader) {
        return run(sql, statements -> statements.<T>list(sql, values, reader).toFlowable())
                .singleOrError();
    }

    @Override
    public Single<Integer> rowCount(final String sql, final @Nullable Object[] values) {
        return run(sql, statements -> statements.rowCount(sql, values).toFlowable())
                .singleOrError();
    }

    @Override
    public <T> Single<List<T>> singles(
            final String sql,
            final int count,
            final Supplier<List<@Nullable Object[]>> values,
            final RowReader<? extends T> reader) {
        return run(
                        sql,
                        statements -> statements
                                .<T>singles(sql, count, values, reader)
                                .toFlowable())
                .singleOrError();
    }

    @Override
    public Single<List<Integer>> batch(final String sql, final List<@Nullable Object[]> parameters) {
        return run(sql, statements -> statements.batch(sql, parameters).toFlowable())
                .singleOrError();
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
    TimedDemand.Limit demandLimit() {
        return connections.demandLimit();
    }

    @Override
    EventLoopContext callersContext() {
        return connections.callersContext();
    }

    @Override
    void submit(final Call<?> call) {
        throw new IllegalStateException("Each kind of statement is run in a transaction.");
    }

    @Override
    Flowable<RowSet<Row>> runBatch(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final List<@Nullable Object[]> parameters) {
        throw new IllegalStateException("Each kind of statement is run in a transaction.");
    }

    /** A stream is a transaction already. */
    @Override
    Flowable<RowPage> readPages(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final @Nullable Object[] parameters,
            final int fetchSize) {
        return connections.readPages(sql, observed, parameters, fetchSize);
    }
}
