package org.jzenith.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.version.ExpectedVersion;

/**
 * Creates queries. Those of a {@link Database} run on their own, those of a {@link SqlTransaction} in a transaction. Use this type in code
 * that works with both.
 *
 * <pre>{@code
 * Single<Integer> count(final Queries queries) {
 *     return queries.query("SELECT count(*) FROM orders").map(row -> row.getInteger(0)).single();
 * }
 * }</pre>
 */
@CheckReturnValue
public interface Queries {

    /**
     * Creates a query from SQL.
     *
     * <pre>{@code
     * database.query("SELECT id FROM users WHERE name = $1 AND born > $2", name, born);
     * database.query("SELECT id FROM users WHERE name = :name AND born > :born", Map.of("name", name, "born", born));
     * database.query("INSERT INTO users (id, name) VALUES (:id, :name)", user);
     * }</pre>
     *
     * @param sql one statement, with {@code $1}, {@code $2} ... or with names such as {@code :id} for the values
     * @param values for named parameters, one map or one record with a value for each name; otherwise the values in the order of the
     *     numbers. A value is a boxed primitive, {@code String}, {@code UUID}, {@code java.time} type, {@code BigDecimal}, Vert.x {@code
     *     Buffer} or JSON type, record or map (as JSON), enum (by name), object of a class with a {@link
     *     org.jzenith.sql.converter.SqlConverter}, array or list of these, or null; see the table of types in the documentation
     * @return the query; nothing runs yet
     */
    SqlQuery<Row> query(String sql, @Nullable Object... values);

    /**
     * Inserts a stream of records, 10,000 with each statement. The statement has an array for each column; a database without arrays gets
     * several statements with lists of {@code VALUES} instead. Each statement is sent when the previous one has succeeded; meanwhile the
     * next 10,000 records are requested. In a transaction, all records are inserted or none. Outside a transaction, the records of earlier
     * statements stay if a statement fails.
     *
     * <pre>{@code
     * record Measurement(String sensor, double degrees, Instant takenAt) {} // the columns sensor, degrees, taken_at
     *
     * Single<Long> add(final Flowable<Measurement> measurements) {
     *     return database.insertAll("measurement", measurements);
     * }
     * }</pre>
     *
     * @param table the table, as written in SQL; never text from a client
     * @param rows records of one class, whose components have the names of columns; {@code takenAt} stands for {@code taken_at}. Columns
     *     without a component get their defaults
     * @return the number of rows that were inserted
     */
    Single<Long> insertAll(String table, Flowable<? extends Record> rows);

    /**
     * Changes a row if it still has a version that the client has seen, and increments its version: optimistic locking. The table has a
     * column {@code version}, an {@code integer} or {@code bigint} that is never null.
     *
     * <pre>{@code
     * database.update("contract", Map.of("id", id), seen, contract).map(TypedResponse.of(contract)::withTag);
     * }</pre>
     *
     * <p>If {@code seen} does not name exactly one version, a transaction locks the row and then changes it.
     *
     * @param table the table, as written in SQL; never text from a client
     * @param key the columns that identify the row, and their values; at least one. All rows that match are changed
     * @param seen the versions that the client may change
     * @param values the new values: a record whose components have the names of columns, where {@code takenAt} stands for {@code taken_at};
     *     or a map from columns to values, which may be empty. Values for the key columns and for {@code version} are ignored; the case of
     *     these names does not matter
     * @return the new version; empty if there is no such row. If the row has another version, it is not changed, and the result fails with
     *     a {@link org.jzenith.core.version.StaleVersionException}, a 412. If the client has sent no version, the result fails with a
     *     {@link org.jzenith.core.version.MissingVersionException}, a 428
     */
    Maybe<Long> update(String table, Map<String, ?> key, ExpectedVersion seen, Object values);
}
