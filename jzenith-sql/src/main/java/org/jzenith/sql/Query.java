package org.jzenith.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jooq.Param;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.connection.Call;
import org.jzenith.sql.connection.SqlErrors;
import org.jzenith.sql.error.NoRowException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.sqlclient.RowReader;
import org.jzenith.sql.statement.StatementRunner;

/**
 * An immutable SQL statement with its parameters and row mapper:
 *
 * <pre>{@code
 * client.query("SELECT id, name FROM users WHERE id = $1", id)
 *         .map(row -> new User(row.getUUID("id"), row.getString("name")))
 *         .maybe();
 * }</pre>
 *
 * <p>Safe for use by many threads; a query may be kept and run any number of times. Nothing runs before
 * the returned type is subscribed to, and each subscription runs the statement again. Results arrive on the event loop
 * from which it was subscribed; outside an event loop, on one of the application's. Errors are {@link
 * SqlException}s.
 *
 * @param <T> the type of the mapped rows
 */
@CheckReturnValue
public final class Query<T> {

    private static final int FETCH_SIZE = 256;

    private final StatementRunner statements;
    private final Sql sql;
    private final @Nullable Object[] values;
    private final RowReader<? extends T> reader;

    private Query(
            final StatementRunner statements,
            final Sql sql,
            final @Nullable Object[] values,
            final RowReader<? extends T> reader) {
        this.statements = statements;
        this.sql = sql;
        this.values = values;
        this.reader = reader;
    }

    Query<T> on(final StatementRunner other) {
        return new Query<>(other, sql, values, reader);
    }

    static Query<Row> of(final StatementRunner statements, final String text, final @Nullable Object[] values) {
        return of(statements, text, null, values);
    }

    /** Creates a query whose values become parameters according to jOOQ's types. */
    static Query<Row> of(
            final StatementRunner statements,
            final String text,
            final @Nullable List<Param<?>> types,
            final @Nullable Object[] values) {
        final Sql sql = new Sql(text, types);
        return new Query<>(statements, sql, sql.bind(values), Row::new);
    }

    /** The text of a statement, and what its parameters are in jOOQ's types, or null if values are taken as they are. */
    private record Sql(String text, @Nullable List<Param<?>> types) {

        @Nullable
        Object[] bind(final @Nullable Object[] values) {
            return types == null ? values.clone() : JooqValues.convert(types, values);
        }
    }

    /**
     * Returns this statement with other values.
     *
     * @param newValues all values, in the order of {@code $1}, {@code $2} ...
     * @return a new query
     */
    public Query<T> bind(final @Nullable Object... newValues) {
        return new Query<>(statements, sql, sql.bind(newValues), reader);
    }

    private <R> Call.Source<R> source(final Call.Mapping<R> mapping) {
        return new Call.Source<>(sql.text(), values, null, 1, mapping);
    }

    /**
     * Returns this statement with another row mapping.
     *
     * @param function makes a value of what a row was so far; called on the event loop, for each row
     * @param <U> the type of a mapped row
     * @return a new query
     */
    public <U> Query<U> map(final Function<? super T, ? extends U> function) {
        final RowReader<? extends T> before = reader;
        return new Query<>(statements, sql, values, (columns, row) -> function.apply(before.read(columns, row)));
    }

    /**
     * Runs a statement that returns exactly one row.
     *
     * @return the row; the error {@link NoRowException} if there is none, SQLSTATE 21000 if there are several
     */
    public Single<T> single() {
        return statements.single(this.<T>source(
                (result, all) -> Call.requireOne(result, sql.text()).first(reader)));
    }

    /**
     * Runs a statement that returns exactly one row, with the application's own error if there is none:
     *
     * <pre>{@code
     * orders.bind(id).single(() -> new NoSuchOrderException(id))
     * }</pre>
     *
     * @param ifNone makes the error if there is no row
     * @return the row; SQLSTATE 21000 if there are several
     */
    public Single<T> single(final Supplier<? extends Throwable> ifNone) {
        return maybe().switchIfEmpty(Single.error(ifNone::get));
    }

    /**
     * Runs a statement that returns at most one row.
     *
     * @return the row, or empty; an error with SQLSTATE 21000 if there are several
     */
    public Maybe<T> maybe() {
        return statements.maybe(this.<T>source((result, all) ->
                Call.isEmpty(result, sql.text()) ? null : SqlErrors.requireMapped(result.first(reader), sql.text())));
    }

    /**
     * Runs a statement and collects its rows in memory; for results of unknown size there is {@link #stream()}.
     *
     * @return all rows in order, possibly none
     */
    public Single<List<T>> list() {
        return statements.single(this.<List<T>>source((result, all) -> result.list(reader)));
    }

    /**
     * Runs a statement that returns exactly one row once for each list of values: as many statements, side by side on
     * one connection, in one round trip or few. Each counts as a statement of its own; for all or nothing, call it in a
     * transaction. The first error is the error of the whole; after it, or after dispose, what was not sent yet is not
     * sent any more. Outside a transaction up to {@code pipelining-limit} are in flight at a time. Values that
     * the statement cannot take are an error of the returned {@code Single}; then none of the statements was sent.
     *
     * @param lists the values of each run, each in the order of {@code $1}, {@code $2} ...; the inner lists are read on
     *     each subscription
     * @return the row of each run, in the order of the lists; empty for no lists; the errors of {@link #single} if a run has
     *     no row or several
     */
    public Single<List<T>> singles(final List<? extends List<? extends @Nullable Object>> lists) {
        if (lists.isEmpty()) {
            return Single.just(List.of());
        }
        final List<List<? extends @Nullable Object>> runs = List.copyOf(lists);
        return statements.single(new Call.Source<List<T>>(
                sql.text(),
                values,
                () -> bindAll(runs),
                runs.size(),
                (first, all) -> Stream.of(Objects.requireNonNull(all))
                        .<T>map(each -> each.first(reader))
                        .toList()));
    }

    /**
     * Runs a statement for its effect and counts.
     *
     * @return the number of rows inserted, updated, deleted or selected
     */
    public Single<Integer> rowCount() {
        return statements.single(source((result, all) -> result.count()));
    }

    /**
     * Runs a statement for its effect alone.
     *
     * @return completes when the server has answered
     */
    public Completable execute() {
        return rowCount().ignoreElement();
    }

    /**
     * Reads rows as they are asked for, 256 at a time; see {@link #stream(int)}.
     *
     * @return the rows in order
     */
    public Flowable<T> stream() {
        return stream(FETCH_SIZE);
    }

    /**
     * Reads rows on demand, from a cursor. Outside a transaction, the cursor has its own read-only transaction on a pooled
     * connection, which is released on completion, error and dispose. A subscriber that requests nothing for {@code
     * stream-timeout} gets a {@link QueryTimeoutException}.
     *
     * @param fetchSize the number of rows to fetch at a time, at least one; up to twice as many are in memory
     * @return the rows in order
     */
    public Flowable<T> stream(final int fetchSize) {
        if (fetchSize < 1) {
            throw new IllegalArgumentException("The fetch size is " + fetchSize + ". Set it to 1 or more.");
        }
        return statements.stream(sql.text(), values, fetchSize, reader);
    }

    /**
     * Runs the statement once for each list of values, in one round trip, as a whole or not at all.
     *
     * @param lists the values of each run, each in the order of {@code $1}, {@code $2} ...
     * @return the number of rows that each run changed, in order; empty for no lists
     */
    public Single<List<Integer>> batch(final List<? extends List<? extends @Nullable Object>> lists) {
        if (lists.isEmpty()) {
            return Single.just(List.of());
        }
        return statements.batch(sql.text(), bindAll(lists));
    }

    private List<@Nullable Object[]> bindAll(final List<? extends List<? extends @Nullable Object>> lists) {
        final List<@Nullable Object[]> bound = new ArrayList<>(lists.size());
        for (final List<? extends @Nullable Object> list : lists) {
            bound.add(sql.bind(list.toArray()));
        }
        return bound;
    }

    /** Returns the statement, without its values. */
    @Override
    public String toString() {
        return sql.text();
    }
}
