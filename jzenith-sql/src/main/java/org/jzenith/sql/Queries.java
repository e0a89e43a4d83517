package org.jzenith.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.Nullable;

/**
 * Creates queries, to run anywhere ({@link SqlClient}) or in a transaction ({@link Transaction}). Code that works with both takes this
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
     * @param sql one statement, with {@code $1}, {@code $2} ... for the values
     * @param values the values in that order: boxed primitives, {@code String}, {@code UUID}, {@code java.time} types,
     *     {@code BigDecimal}, Vert.x {@code Buffer} and JSON types, enums (by name), arrays of these, or null; see the
     *     table of types in the documentation
     * @return the query; nothing runs yet
     */
    Query<Row> query(String sql, @Nullable Object... values);

    /**
     * Creates a query from a jOOQ statement, which is rendered immediately.
     *
     * <p>Rendering costs 10 microseconds and more. Where that matters, make the query once, with {@code DSL.param(..)} for what
     * changes, keep it, and {@link Query#bind} new values for each run.
     *
     * @param query a query of the injected {@code DSLContext} or of {@code DSL}
     * @return the query; nothing runs yet
     */
    Query<Row> query(org.jooq.Query query);
}
