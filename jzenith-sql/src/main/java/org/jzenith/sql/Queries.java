package org.jzenith.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Flowable;
import io.reactivex.Single;
import org.jspecify.annotations.Nullable;

/**
 * Creates queries, to run anywhere ({@link Database}) or in a transaction ({@link SqlTransaction}). Code that works with both takes this
 * type.
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
     * @param values for parameters with names, one map with a value for each of them, or one record whose components have their names;
     *     otherwise the values in the order of their numbers: boxed primitives, {@code String}, {@code UUID}, {@code java.time} types,
     *     {@code BigDecimal}, Vert.x {@code Buffer} and JSON types, records and maps (as JSON), enums (by name), classes with a
     *     {@link org.jzenith.sql.converter.SqlConverter}, arrays and lists of these, or null; see the table of types in the documentation
     * @return the query; nothing runs yet
     */
    SqlQuery<Row> query(String sql, @Nullable Object... values);

    /**
     * Inserts a stream of records, 10,000 with each statement, with an array for each column; a database without arrays gets them in several
     * statements with lists of {@code VALUES}. A statement is sent when the one before has succeeded, and meanwhile the next 10,000 records
     * are requested. In a transaction all records are inserted or none;
     * otherwise each statement is, so those before a failure stay.
     *
     * <pre>{@code
     * record Measurement(String sensor, double degrees, Instant takenAt) {} // the columns sensor, degrees, taken_at
     *
     * Single<Long> add(final Flowable<Measurement> measurements) {
     *     return database.insertAll("measurement", measurements);
     * }
     * }</pre>
     *
     * @param table the table, as SQL has it; never text of a client
     * @param rows records of one class, whose components have the names of columns; {@code takenAt} stands for {@code taken_at}. Columns
     *     without a component get their defaults
     * @return the number of rows that were inserted
     */
    Single<Long> insertAll(String table, Flowable<? extends Record> rows);
}
