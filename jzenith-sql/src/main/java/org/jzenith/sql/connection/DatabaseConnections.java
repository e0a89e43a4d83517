package org.jzenith.sql.connection;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.TransactionSettings;
import org.reactivestreams.Publisher;

/**
 * Runs statements: each on a connection that fits, or, inside a transaction, all on one. Nothing runs before
 * it is subscribed to. Results arrive on the event loop from which the statement was subscribed, errors are typed.
 *
 * <p>Safe for use by many threads.
 */
public final class DatabaseConnections {

    private final StatementRunner runner;
    private final @Nullable ConnectionSet connectionSet;

    private DatabaseConnections(final StatementRunner runner, final @Nullable ConnectionSet connectionSet) {
        this.runner = runner;
        this.connectionSet = connectionSet;
    }

    /**
     * Prepares connections without opening any.
     *
     * @param vertx the application's Vert.x
     * @param driver opens the connections
     * @param settings numbers and time limits
     * @return connections to be opened and closed
     */
    public static DatabaseConnections to(final Vertx vertx, final SqlDriver driver, final SqlConfiguration settings) {
        final ConnectionSet connectionSet = new ConnectionSet(vertx, driver, settings);
        return new DatabaseConnections(connectionSet, connectionSet);
    }

    static DatabaseConnections of(final StatementRunner runner) {
        return new DatabaseConnections(runner, null);
    }

    private ConnectionSet connectionSet() {
        if (connectionSet == null) {
            throw new IllegalStateException("A transaction does not open and close connections.");
        }
        return connectionSet;
    }

    /**
     * Opens the first connection, and tries again until {@code connect-timeout} has passed.
     *
     * @return completes when the server has answered; an error that says why not
     */
    public Completable connectFirst() {
        return connectionSet().connectFirst();
    }

    /**
     * Opens the connections of all pipelines.
     *
     * @return completes when all are open
     */
    public Completable open() {
        return connectionSet().open();
    }

    /**
     * Closes all connections.
     *
     * @return completes when all are closed
     */
    public Completable close() {
        return connectionSet().close();
    }

    /**
     * How the connections are used now, for tests and metrics.
     *
     * @return for example {@code pool: 3 open, 2 idle, 0 waiting}
     */
    public int[] pool() {
        return connectionSet().pool();
    }

    /**
     * Runs one statement that returns exactly one row.
     *
     * @param sql the statement, with {@code $1} for the first value
     * @param values the values
     * @param mapper what the row becomes
     * @param <T> what the row becomes
     * @return the row
     */
    public <T> Single<T> single(final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return new ResultSingle<>(runner, sql, values, result -> mapper.apply(result.one(sql)));
    }

    /**
     * Runs one statement that returns at most one row.
     *
     * @param sql the statement
     * @param values the values
     * @param mapper what the row becomes
     * @param <T> what the row becomes
     * @return the row or nothing
     */
    public <T> Maybe<T> maybe(final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return new ResultMaybe<>(runner, sql, values, result -> {
            final Row row = result.oneOrNone(sql);
            return row == null ? null : Objects.requireNonNull(mapper.apply(row), "The mapping made null of a row.");
        });
    }

    /**
     * Runs one statement and keeps all its rows.
     *
     * @param sql the statement
     * @param values the values
     * @param mapper what a row becomes
     * @param <T> what a row becomes
     * @return the rows in order
     */
    public <T> Single<List<T>> list(
            final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return new ResultSingle<>(runner, sql, values, result -> result.list(mapper));
    }

    /**
     * Runs one statement for its effect.
     *
     * @param sql the statement
     * @param values the values
     * @return the number that the server counted
     */
    public Single<Integer> rowCount(final String sql, final Tuple values) {
        return new ResultSingle<>(runner, sql, values, StatementResult::count);
    }

    /**
     * Runs one statement once for each list of values, pipelined on one connection, each with exactly one row.
     *
     * @param sql the statement
     * @param count the number of runs, at least one
     * @param values makes the values of each run, once for each subscription, when it has been admitted
     * @param mapper what a row becomes
     * @param <T> what a row becomes
     * @return the row of each run, in order, or the first error
     */
    public <T> Single<List<T>> singles(
            final String sql,
            final int count,
            final Supplier<List<Tuple>> values,
            final Function<? super Row, ? extends T> mapper) {
        return new ResultsSingle<>(runner, sql, count, values, mapper);
    }

    /**
     * Runs one statement several times, in one round trip, as a whole or not at all.
     *
     * @param sql the statement
     * @param parameters the values of each run; at least one
     * @return the result of the first run, linked to the next one
     */
    public Single<RowSet<Row>> batch(final String sql, final List<Tuple> parameters) {
        return runner.batch(sql, parameters);
    }

    /**
     * Reads the rows of a statement page by page, as they are asked for.
     *
     * @param sql the statement
     * @param parameters the values
     * @param fetchSize how many rows a page has
     * @return the pages; at most two are read ahead
     */
    public Flowable<RowSet<Row>> pages(final String sql, final Tuple parameters, final int fetchSize) {
        return runner.pages(sql, parameters, fetchSize);
    }

    /**
     * Reads the rows of a statement page by page, as they are asked for. Fails when the reader asks for none for {@code
     * stream-timeout}.
     *
     * @param sql the statement
     * @param parameters the values
     * @param fetchSize how many rows a page has
     * @param mapper what a row becomes
     * @param <T> what a row becomes
     * @return the rows in order
     */
    public <T> Flowable<T> stream(
            final String sql,
            final Tuple parameters,
            final int fetchSize,
            final Function<? super Row, ? extends T> mapper) {
        return runner.withDemandTimeout(pages(sql, parameters, fetchSize)
                .concatMapIterable(rows -> rows, 1)
                .map(mapper::apply));
    }

    /**
     * Runs work in a transaction: committed when it completes, rolled back when it fails or is cancelled.
     *
     * @param settings what differs from the defaults
     * @param work what to run
     * @param <T> what it emits
     * @return what the work emits; completes after the commit
     */
    public <T> Flowable<T> transaction(
            final TransactionSettings settings,
            final io.reactivex.functions.Function<DatabaseConnections, Publisher<T>> work) {
        return runner.transaction(settings, work);
    }

    /**
     * Runs work in a transaction that delivers its results while it is open. Its subscriber holds its connection, so such
     * transactions count as row streams, and fail when the subscriber requests none for {@code
     * stream-timeout}.
     *
     * @param settings what differs from the defaults
     * @param work what to run
     * @param <T> what it emits
     * @return what the work emits; completes after the commit
     */
    public <T> Flowable<T> streamingTransaction(
            final TransactionSettings settings,
            final io.reactivex.functions.Function<DatabaseConnections, Publisher<T>> work) {
        return runner.streamingTransaction(settings, work);
    }
}
