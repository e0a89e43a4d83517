package org.jzenith.sql.connection;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.sqlclient.CommandConnection;

/**
 * Runs statements, on all connections to a database or on the one that a transaction holds. Nothing runs before it is subscribed
 * to. Results arrive on the event loop from which the statement was subscribed, errors are typed.
 *
 * <p>Safe for use by many threads.
 */
public abstract class StatementRunner {

    StatementRunner() {}

    abstract DatabaseEvents events();

    abstract TimedDemand.Limit demandLimit();

    /** Returns the event loop of the caller; any for callers that have none. */
    abstract EventLoopContext callersContext();

    /** Runs a call; throws if it is refused at once. */
    abstract void submit(Call<?> call);

    /** Runs a statement once for each list of parameters, and returns the linked results. */
    abstract Flowable<RowSet<Row>> runBatch(
            String sql, DatabaseEvents.@Nullable Observed observed, List<Tuple> parameters);

    /** Reads the rows of a statement from a cursor. */
    abstract Flowable<RowSet<Row>> readPages(
            String sql, DatabaseEvents.@Nullable Observed observed, Tuple parameters, int fetchSize);

    static Row one(final CommandConnection.Result result, final String sql) {
        final Row row = oneOrNone(result, sql);
        if (row == null) {
            throw SqlErrors.noRow(sql);
        }
        return row;
    }

    private static @Nullable Row oneOrNone(final CommandConnection.Result result, final String sql) {
        if (result.size() > 1) {
            throw SqlErrors.tooManyRows(result.size(), sql);
        }
        return result.first();
    }

    private <R> Call.StatementSource<R> statement(final String sql, final Tuple values, final Call.Mapping<R> mapping) {
        return new Call.StatementSource<>(this, sql, values, null, 1, mapping);
    }

    /** Runs one statement that returns exactly one row. */
    public <T> Single<T> single(final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return this.<T>statement(sql, values, result -> mapper.apply(one(result, sql)))
                .single();
    }

    /** Runs one statement that returns at most one row. */
    public <T> Maybe<T> maybe(final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return this.<T>statement(sql, values, result -> {
                    final Row row = oneOrNone(result, sql);
                    return row == null ? null : notNull(mapper.apply(row), sql);
                })
                .maybe();
    }

    private static <T> T notNull(final @Nullable T mapped, final String sql) {
        if (mapped == null) {
            throw SqlErrors.nullMapping(sql);
        }
        return mapped;
    }

    /** Runs one statement and keeps all its rows. */
    public <T> Single<List<T>> list(
            final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return this.<List<T>>statement(sql, values, result -> result.list(mapper))
                .single();
    }

    /** Runs one statement for its effect; the number is what the server counted. */
    public Single<Integer> rowCount(final String sql, final Tuple values) {
        return statement(sql, values, CommandConnection.Result::count).single();
    }

    /**
     * Runs one statement once for each list of values, pipelined on one connection, each with exactly one row.
     *
     * @param count the number of runs, at least one
     * @param values makes the values of each run, once for each subscription, when it has been admitted
     */
    public <T> Single<List<T>> singles(
            final String sql,
            final int count,
            final Supplier<List<Tuple>> values,
            final Function<? super Row, ? extends T> mapper) {
        return new Call.StatementSource<List<T>>(this, sql, Tuple.tuple(), values, count, result -> result.list(mapper))
                .single();
    }

    /**
     * Runs one statement several times, in one round trip, as a whole or not at all.
     *
     * @param parameters the values of each run; at least one
     * @return the number of rows that each run changed
     */
    public Single<List<Integer>> batch(final String sql, final List<Tuple> parameters) {
        return events().<List<Integer>>observe(
                        sql,
                        counts -> counts.stream().mapToLong(Integer::longValue).sum(),
                        observed -> runBatch(sql, observed, parameters).map(first -> {
                            final List<Integer> counts = new ArrayList<>(parameters.size());
                            for (RowSet<Row> result = first; result != null; result = result.next()) {
                                counts.add(result.rowCount());
                            }
                            return counts;
                        }))
                .singleOrError();
    }

    /** Reads the rows of a statement page by page, as they are asked for; one page is read ahead. */
    public final Flowable<RowSet<Row>> pages(final String sql, final Tuple parameters, final int fetchSize) {
        return events().observe(sql, RowSet::size, observed -> readPages(sql, observed, parameters, fetchSize));
    }

    /**
     * Reads the rows of a statement as they are asked for; one page is read ahead. Fails when the reader asks for none for the
     * setting {@code stream-timeout}.
     */
    public final <T> Flowable<T> stream(
            final String sql,
            final Tuple parameters,
            final int fetchSize,
            final Function<? super Row, ? extends T> mapper) {
        return new RowsOfPages<>(
                pages(sql, parameters, fetchSize),
                row -> notNull(mapper.apply(row), sql),
                demandLimit(),
                this::callersContext);
    }
}
