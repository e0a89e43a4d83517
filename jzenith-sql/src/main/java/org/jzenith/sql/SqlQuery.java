package org.jzenith.sql;

import com.google.common.primitives.Primitives;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
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
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.InvalidPageException;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.driver.Column;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.NoRowException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.connection.Call;
import org.jzenith.sql.internal.cursor.PageSize;
import org.jzenith.sql.internal.record.RecordReader;
import org.jzenith.sql.internal.sqlclient.Columns;
import org.jzenith.sql.internal.sqlclient.CommandConnection;
import org.jzenith.sql.internal.sqlclient.RowReader;
import org.jzenith.sql.internal.statement.NamedStatement;
import org.jzenith.sql.internal.statement.StatementRunner;

/**
 * An immutable SQL statement with its parameters and row mapper:
 *
 * <pre>{@code
 * database.query("SELECT id, name FROM users WHERE id = $1", id)
 *         .as(User.class)
 *         .maybe();
 * }</pre>
 *
 * <p>Safe for use by many threads; a query may be kept and run any number of times. Nothing runs before the returned type is subscribed to,
 * and each subscription runs the statement again. Results arrive on the event loop that subscribes; a caller on another thread gets them on
 * one of the application's event loops. Errors are {@link SqlException}s.
 *
 * @param <T> the type of the mapped rows
 */
@CheckReturnValue
public final class SqlQuery<T> {

    /** The mapping of a query for which the application has set no mapping. */
    private static final RowReader<Row> ROW = Row::new;

    private final StatementRunner statements;
    private final Sql sql;
    private final @Nullable Object[] values;
    private final RowReader<? extends T> reader;

    private SqlQuery(
            final StatementRunner statements,
            final Sql sql,
            final @Nullable Object[] values,
            final RowReader<? extends T> reader) {
        this.statements = statements;
        this.sql = sql;
        this.values = values;
        this.reader = reader;
    }

    SqlQuery<T> on(final StatementRunner other) {
        return new SqlQuery<>(other, sql, values, reader);
    }

    static SqlQuery<Row> of(final StatementRunner statements, final String text, final @Nullable Object[] values) {
        return bound(statements, new Sql(text, null, text), values, ROW);
    }

    private static <T> SqlQuery<T> bound(
            final StatementRunner statements,
            final Sql sql,
            final @Nullable Object[] values,
            final RowReader<? extends T> reader) {
        if (values.length == 1 && NamedStatement.hasNames(values[0])) {
            final NamedStatement.Numbered named = statements.bind(sql.template(), Objects.requireNonNull(values[0]));
            if (named != null) {
                return new SqlQuery<>(statements, sql.with(named.sql()), sql.bind(named.values()), reader);
            }
        }
        return new SqlQuery<>(statements, sql.with(sql.template()), sql.bind(values), reader);
    }

    /**
     * A statement.
     *
     * @param text the text to send
     * @param conversion the conversion of the values; null if they are sent as they are
     * @param template the application's text, in which parameters can have names
     */
    private record Sql(String text, @Nullable UnaryOperator<@Nullable Object[]> conversion, String template) {

        Sql with(final String other) {
            return text.equals(other) ? this : new Sql(other, conversion, template);
        }

        @Nullable
        Object[] bind(final @Nullable Object[] values) {
            return conversion == null ? values.clone() : conversion.apply(values.clone());
        }
    }

    /**
     * Returns this statement with other values.
     *
     * @param newValues all values, in the order of {@code $1}, {@code $2} ...; for named parameters, a map or a record
     * @return a new query
     * @throws InvalidValueException if a named parameter has no value, or a map has a value for a name that the statement does not have
     */
    public SqlQuery<T> bind(final @Nullable Object... newValues) {
        return bound(statements, sql, newValues, reader);
    }

    /**
     * Returns this statement with a conversion for the values that callers later pass to {@link #bind}, {@link #batch} and {@link
     * #singles}. Values that are already bound stay as they are.
     *
     * @param conversion converts the given values to those that are sent; it may change and return its argument. {@code bind} and {@code
     *     batch} throw its exception, and the {@code Single} of {@code singles} fails with it
     * @return a new query
     */
    public SqlQuery<T> mapValues(final UnaryOperator<@Nullable Object[]> conversion) {
        return new SqlQuery<>(
                statements,
                new Sql(sql.text(), given -> sql.bind(conversion.apply(given)), sql.template()),
                values,
                reader);
    }

    private <R> Maybe<R> run(final Call.Mapping<R> mapping) {
        return statements.run(new Call.Source<>(sql.text(), values, null, 1, mapping));
    }

    private T read(final CommandConnection.Result result) {
        return statements.errors().requireMapped(result.first(reader), sql.text());
    }

    /**
     * Returns this statement with another row mapping.
     *
     * @param function converts a row, or the value of an earlier mapping; called on the event loop, for each row
     * @param <U> the type of a mapped row
     * @return a new query
     */
    public <U> SqlQuery<U> map(final Function<? super T, ? extends U> function) {
        return new SqlQuery<>(statements, sql, values, RowReader.mapped(reader, function));
    }

    /**
     * Reads each row as a record, or as the value of its only column:
     *
     * <pre>{@code
     * record User(UUID id, String firstName, @Nullable Address address) {}
     *
     * record Address(String street, String city) {}
     *
     * database.query("SELECT id, first_name, address_street, address_city FROM users").as(User.class).list();
     * database.query("SELECT count(*) FROM users").as(Long.class).single();
     * }</pre>
     *
     * <p>A component takes the column with its name; case and underscores do not matter. A component that is a record takes the columns
     * whose names start with its name and an underscore. It is null if they are all {@code NULL}. Columns that no component takes are
     * ignored. The query fails with a {@link org.jzenith.sql.error.RowMappingException} if a column is missing or has another type, even if
     * the result is empty. It also fails if a value is {@code NULL} and its component is primitive, or if {@code rowType} is not a record
     * and the value is {@code NULL}.
     *
     * @param rowType a record, or a class of {@link Row#get(Class, int)}
     * @param <U> the type of a mapped row
     * @return a new query
     * @throws IllegalStateException if the rows are mapped already
     * @throws IllegalArgumentException if the record's package belongs to another module and is not open
     */
    public <U> SqlQuery<U> as(final Class<U> rowType) {
        if (reader != (RowReader<?>) ROW) {
            throw new IllegalStateException(
                    "The rows of this query are mapped already. Call as(..) first, and then map(..).");
        }
        return new SqlQuery<>(statements, sql, values, new RecordReader<>(Primitives.wrap(rowType)));
    }

    /**
     * Runs a statement that returns exactly one row.
     *
     * @return the row; fails with a {@link NoRowException} if there is none, and with SQLSTATE 21000 if there are several
     */
    public Single<T> single() {
        return run(results -> {
                    if (results[0].size() != 1) {
                        throw statements.errors().notOneRow(results[0].size(), sql.text());
                    }
                    return read(results[0]);
                })
                .toSingle();
    }

    /**
     * Runs a statement that returns exactly one row, with the application's own error if there is none:
     *
     * <pre>{@code
     * orders.bind(id).single(() -> new NoSuchOrderException(id))
     * }</pre>
     *
     * @param ifNone creates the error if there is no row
     * @return the row; fails with SQLSTATE 21000 if there are several
     */
    public Single<T> single(final Supplier<? extends Throwable> ifNone) {
        return maybe().switchIfEmpty(Single.error(ifNone::get));
    }

    /**
     * Runs a statement that returns at most one row.
     *
     * @return the row, or empty; fails with SQLSTATE 21000 if there are several
     */
    public Maybe<T> maybe() {
        return run(results -> {
            final int rows = results[0].size();
            if (rows > 1) {
                throw statements.errors().notOneRow(rows, sql.text());
            }
            if (rows == 0) {
                results[0].check(reader);
                return null;
            }
            return read(results[0]);
        });
    }

    /**
     * Runs a statement and collects its rows in memory. Use {@link #stream()} for results of unknown size.
     *
     * @return all rows in order, possibly none
     */
    public Single<List<T>> list() {
        return run(results -> results[0].<T>list(reader)).toSingle();
    }

    /**
     * Runs a statement, and collects its rows in memory with the count that the server reported.
     *
     * @return the result
     */
    public Single<QueryResult<T>> result() {
        return run(results -> new QueryResult<>(results[0].<T>list(reader), results[0].count()))
                .toSingle();
    }

    /**
     * Reads one page of the sorted rows. The statement becomes a subquery; the statement around it sorts and limits the rows:
     *
     * <pre>{@code
     * Single<Page<User>> list(final PageRequest request) {
     *     return database.query("SELECT id, name, email FROM users")
     *             .map(UserTable::user)
     *             .page(request, Sort.asc("name"), Sort.asc("id"));
     * }
     * }</pre>
     *
     * <p>For a page by key, the values of the sort columns in its last row become the cursor of the next page. Clients can read these
     * values. They can also send other values, which select other rows of the same statement. No sort column may be null: otherwise a page
     * by key fails with a {@link SqlException}, at the latest the last page.
     *
     * @param request the page
     * @param order the result columns to sort by, the most significant first; together they must be unique
     * @return the page; fails with an {@link InvalidPageException}, a 400, if the cursor is not one of this order
     * @throws IllegalArgumentException if there is no sort column
     */
    public Single<Page<T>> page(final PageRequest request, final Sort... order) {
        final List<Sort> sort = List.of(order);
        if (sort.isEmpty()) {
            throw new IllegalArgumentException("A page needs sort columns, such as Sort.asc(\"id\").");
        }
        final Single<Page<T>> page = Single.defer(() -> request.isByOffset()
                ? this.<T>rows(request, sort, null, reader)
                        .map(rows -> Page.of(
                                first(rows, request),
                                request,
                                rows.size() > request.limit() ? request.at(request.offset() + request.limit()) : null))
                : byKey(request, sort));
        return request.hasTotal() ? Single.zip(page, total(), Page::withTotal) : page;
    }

    private Single<Page<T>> byKey(final PageRequest request, final List<Sort> order) {
        final Object[] after =
                request.cursor().map(text -> PageCursor.decode(order, text)).orElse(null);
        return this.<KeyedRow<T>>rows(request, order, after, (columns, row) -> {
                    final Row read = new Row(columns, row);
                    return new KeyedRow<T>(
                            reader.read(columns, row),
                            order.stream()
                                    .map(each ->
                                            requireComparable(columns, each.column(), sortKey(read, each.column())))
                                    .toArray());
                })
                .onErrorResumeNext(error -> Single.error(
                        after != null && error instanceof InvalidValueException ? PageCursor.invalid(error) : error))
                .map(rows -> {
                    final List<KeyedRow<T>> found = first(rows, request);
                    return Page.of(
                            found.stream().map(KeyedRow::value).toList(),
                            request,
                            rows.size() > found.size()
                                    ? request.next(PageCursor.encode(
                                            order, found.get(found.size() - 1).keys(), statements.errors(), sql.text()))
                                    : null);
                })
                .flatMap(page -> after == null || page.next().isPresent()
                        ? Single.just(page)
                        : requireNoNulls(order).andThen(Single.just(page)));
    }

    @CanIgnoreReturnValue
    private Object sortKey(final Row row, final String name) {
        return statements.errors().requireSortKey(row.getValue(name), name, sql.text());
    }

    private Object requireComparable(final Columns columns, final String name, final Object key) {
        final Column column = columns.get(columns.indexOf(name));
        if (!statements.driver().isSortKey(column)) {
            throw statements
                    .errors()
                    .unsortable(
                            name,
                            "has the type " + column.type() + ", which has one order in ORDER BY and another one in "
                                    + "comparisons",
                            sql.text());
        }
        return key;
    }

    /** Fails if a row has a null in a sort column. A null is not greater than any key, so the pages would leave out the row. */
    private Completable requireNoNulls(final List<Sort> order) {
        return run(PageStatement.withNull(statements.driver(), sql.text(), values, order), result -> {
                    for (final Row row : result.<Row>list(Row::new)) {
                        order.forEach(sort -> sortKey(row, sort.column()));
                    }
                    return result;
                })
                .ignoreElement();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record KeyedRow<T>(T value, Object[] keys) {}

    private static <R> List<R> first(final List<R> rows, final PageRequest request) {
        return rows.subList(0, Math.min(rows.size(), request.limit()));
    }

    private <R> Single<List<R>> rows(
            final PageRequest request,
            final List<Sort> order,
            final Object @Nullable [] after,
            final RowReader<? extends R> each) {
        return run(
                PageStatement.of(statements.driver(), sql.text(), values, order, after, request),
                result -> result.<R>list(each));
    }

    private Single<Long> total() {
        return run(
                PageStatement.count(statements.driver(), sql.text(), values),
                result -> result.first((columns, row) -> new Row(columns, row).getLong(0)));
    }

    private <R> Single<R> run(final PageStatement statement, final Function<CommandConnection.Result, R> mapping) {
        return statements
                .<R>run(new Call.Source<>(
                        statement.text(), statement.values(), null, 1, results -> mapping.apply(results[0])))
                .toSingle();
    }

    /**
     * Runs the statement once for each list of values, pipelined on one connection. Each run must return one row. The runs are separate
     * statements; to keep the changes of all runs or of none, call this method in a transaction. The returned {@code Single} fails with the
     * first error. After an error, or after dispose, no further statements are sent. Outside a transaction up to {@code pipelining-limit}
     * statements are in flight at a time. If the statement cannot take some of the values, the {@code Single} fails and nothing is sent.
     *
     * @param runs the values of each run: a list in the order of {@code $1}, {@code $2} ... or, for named parameters, a map or a record;
     *     read on each subscription
     * @return the row of each run, in the order of the runs; an empty list for no runs. Fails as {@link #single} does if a run returns no
     *     row or several
     */
    public Single<List<T>> singles(final List<?> runs) {
        if (runs.isEmpty()) {
            return Single.just(List.of());
        }
        final List<?> all = List.copyOf(runs);
        final NamedStatement named = namedFor(all);
        return statements
                .run(new Call.Source<List<T>>(
                        textFor(named),
                        values,
                        () -> bindAll(named, all),
                        all.size(),
                        results -> Stream.of(results)
                                .<T>map(each -> each.first(reader))
                                .toList()))
                .toSingle();
    }

    /**
     * Runs a statement and returns its row count.
     *
     * @return the number of rows inserted, updated, deleted or selected
     */
    public Single<Integer> rowCount() {
        return run(results -> results[0].count()).toSingle();
    }

    /**
     * Runs a statement and ignores its result.
     *
     * @return completes when the server has answered
     */
    public Completable execute() {
        return rowCount().ignoreElement();
    }

    /**
     * Reads rows as the subscriber requests them; see {@link #stream(int)}. The first page has 256 rows. Each time the subscriber has to
     * wait for a page, the size of the following pages doubles, up to 8,192 rows or about 512 KiB of data.
     *
     * @return the rows in order
     */
    public Flowable<T> stream() {
        return stream(PageSize.GROWING);
    }

    /**
     * Reads rows on demand, from a cursor. Outside a transaction, the cursor has its own read-only transaction on a pooled
     * connection, which is released on completion, error and dispose. A subscriber that requests nothing for {@code
     * stream-timeout} gets a {@link QueryTimeoutException}.
     *
     * @param fetchSize the number of rows of each page, at least one; up to two pages are in memory
     * @return the rows in order
     */
    public Flowable<T> stream(final int fetchSize) {
        if (fetchSize < 1) {
            throw new IllegalArgumentException("The fetch size is " + fetchSize + ". Set it to 1 or more.");
        }
        return stream(PageSize.fixed(fetchSize));
    }

    private Flowable<T> stream(final PageSize pages) {
        return statements.stream(sql.text(), values, pages, reader);
    }

    /**
     * Runs the statement once for each list of values, in one round trip. Either all runs take effect or none.
     *
     * @param runs the values of each run: a list in the order of {@code $1}, {@code $2} ... or, for named parameters, a map or a record
     * @return the number of rows that each run changed, in order; empty for no runs
     * @throws InvalidValueException if the values of a run do not fit the parameters' names
     */
    public Single<List<Integer>> batch(final List<?> runs) {
        if (runs.isEmpty()) {
            return Single.just(List.of());
        }
        final NamedStatement named = namedFor(runs);
        return statements.batch(textFor(named), bindAll(named, runs));
    }

    /** Returns the statement with named parameters if the first run of a batch gives its values by name; null if it gives a list. */
    private @Nullable NamedStatement namedFor(final List<?> runs) {
        return NamedStatement.hasNames(runs.get(0)) ? statements.named(sql.template()) : null;
    }

    private String textFor(final @Nullable NamedStatement named) {
        return named == null ? sql.template() : named.sql();
    }

    private List<@Nullable Object[]> bindAll(final @Nullable NamedStatement named, final List<?> runs) {
        final List<@Nullable Object[]> bound = new ArrayList<>(runs.size());
        for (final Object run : runs) {
            if (named != null && NamedStatement.hasNames(run)) {
                bound.add(sql.bind(named.valuesOfRun(run)));
            } else if (named == null && run instanceof final List<?> list) {
                bound.add(sql.bind(list.toArray()));
            } else {
                throw statements.errors().wrongValues(run, sql.template());
            }
        }
        return bound;
    }

    /** Returns the statement, without its values. */
    @Override
    public String toString() {
        return sql.template();
    }
}
