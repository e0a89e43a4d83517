package org.jzenith.sql.connection;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.sqlclient.CommandConnection;
import org.jzenith.sql.sqlclient.RowPage;
import org.jzenith.sql.sqlclient.RowReader;
import org.jzenith.sql.statement.StatementTraits;

/**
 * Runs statements, on all connections to a database or on the one that a transaction holds. Nothing runs before it is subscribed
 * to. Results arrive on the event loop from which the statement was subscribed, errors are typed.
 *
 * <p>Safe for use by many threads.
 */
public abstract class StatementRunner {

    static final @Nullable Object[] NO_VALUES = {};

    StatementRunner() {}

    abstract DatabaseEvents events();

    /** Returns the traits of a statement's text. */
    abstract StatementTraits traits(String sql);

    /** Returns the error of a statement that must not be sent here; null if it may. */
    @Nullable
    SqlException refusal(final String sql) {
        final String reason = traits(sql).refusalAlone();
        return reason == null ? null : SqlErrors.notSent(reason, sql);
    }

    abstract TimedDemand.Limit demandLimit();

    /** Returns the event loop of the caller; any for callers that have none. */
    abstract EventLoopContext callersContext();

    /** Runs a call; throws if it is refused at once. */
    abstract void submit(Call<?> call);

    /** Runs a statement once for each list of parameters, and returns the linked results. */
    abstract Flowable<RowSet<Row>> runBatch(
            String sql, DatabaseEvents.@Nullable Observed observed, List<@Nullable Object[]> parameters);

    /** Reads the rows of a statement from a cursor. */
    abstract Flowable<RowPage> readPages(
            String sql, DatabaseEvents.@Nullable Observed observed, @Nullable Object[] parameters, int fetchSize);

    static CommandConnection.Result requireOne(final CommandConnection.Result result, final String sql) {
        if (isEmpty(result, sql)) {
            throw SqlErrors.noRow(sql);
        }
        return result;
    }

    private static boolean isEmpty(final CommandConnection.Result result, final String sql) {
        if (result.size() > 1) {
            throw SqlErrors.tooManyRows(result.size(), sql);
        }
        return result.size() == 0;
    }

    private <R> Call.StatementSource<R> statement(
            final String sql, final @Nullable Object[] values, final Call.Mapping<R> mapping) {
        return new Call.StatementSource<>(this, sql, values, null, 1, mapping);
    }

    /** Runs one statement that returns exactly one row. */
    public <T> Single<T> single(
            final String sql, final @Nullable Object[] values, final RowReader<? extends T> reader) {
        return this.<T>statement(
                        sql, values, (result, all) -> requireOne(result, sql).first(reader))
                .single();
    }

    /** Runs one statement that returns at most one row. */
    public <T> Maybe<T> maybe(final String sql, final @Nullable Object[] values, final RowReader<? extends T> reader) {
        return this.<T>statement(
                        sql, values, (result, all) -> isEmpty(result, sql) ? null : notNull(result.first(reader), sql))
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
            final String sql, final @Nullable Object[] values, final RowReader<? extends T> reader) {
        return this.<List<T>>statement(sql, values, (result, all) -> result.list(reader))
                .single();
    }

    /** Runs one statement for its effect; the number is what the server counted. */
    public Single<Integer> rowCount(final String sql, final @Nullable Object[] values) {
        return statement(sql, values, (result, all) -> result.count()).single();
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
            final Supplier<List<@Nullable Object[]>> values,
            final RowReader<? extends T> reader) {
        return new Call.StatementSource<List<T>>(this, sql, NO_VALUES, values, count, (first, all) -> {
                    final List<T> list = new ArrayList<>(count);
                    for (final CommandConnection.Result each : Objects.requireNonNull(all)) {
                        list.add(each.first(reader));
                    }
                    return list;
                })
                .single();
    }

    /**
     * Runs one statement several times, in one round trip, as a whole or not at all.
     *
     * @param parameters the values of each run; at least one
     * @return the number of rows that each run changed
     */
    public Single<List<Integer>> batch(final String sql, final List<@Nullable Object[]> parameters) {
        final SqlException refusal = refusal(sql);
        if (refusal != null) {
            return Single.error(refusal);
        }
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
    public final Flowable<RowPage> pages(final String sql, final @Nullable Object[] parameters, final int fetchSize) {
        final SqlException refusal = refusal(sql);
        if (refusal != null) {
            return Flowable.error(refusal);
        }
        return events().observe(sql, RowPage::size, observed -> readPages(sql, observed, parameters, fetchSize));
    }

    /**
     * Reads the rows of a statement as they are asked for; one page is read ahead. Fails when the reader asks for none for the
     * setting {@code stream-timeout}.
     */
    public final <T> Flowable<T> stream(
            final String sql,
            final @Nullable Object[] parameters,
            final int fetchSize,
            final RowReader<? extends T> reader) {
        return new RowsOfPages<>(
                pages(sql, parameters, fetchSize),
                (columns, row) -> notNull(reader.read(columns, row), sql),
                demandLimit(),
                this::callersContext);
    }
}
