package org.jzenith.sql.jooq;

import com.google.errorprone.annotations.CheckReturnValue;
import jakarta.inject.Inject;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Record;
import org.jooq.ResultQuery;
import org.jooq.Select;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.jooq.Records;
import org.jzenith.sql.internal.jooq.Rendering;

/**
 * Runs queries that jOOQ builds, on the connections of a {@link Database}. Inject it like the {@code Database}; for a further database,
 * with the same {@code @Named}.
 *
 * <pre>{@code
 * @Inject
 * Users(final Jooq jooq) {
 *     byId = jooq.query(jooq.dsl().select(ID, NAME).from(USERS).where(ID.eq(param("id", ID))))
 *             .map(row -> new User(row.getUUID(0), row.getString(1)));
 * }
 *
 * Maybe<User> find(final UUID id) {
 *     return byId.bind(id).maybe();
 * }
 * }</pre>
 *
 * <p>In a transaction, bind its queries with {@link org.jzenith.sql.SqlTransaction#with tx.with(query)}. Safe for use by many threads.
 */
@CheckReturnValue
public final class Jooq {

    private final Database database;
    private final Rendering rendering;

    @Inject
    Jooq(final Database database, final SqlDriver driver) {
        this(database, new Rendering(driver.dialect(), driver.parameterPrefix()));
    }

    private Jooq(final Database database, final Rendering rendering) {
        this.database = database;
        this.rendering = rendering;
    }

    /**
     * Returns queries that run on {@link Database#readOnly()}.
     *
     * @return a new value with the same {@link #dsl}
     * @throws UnsupportedOperationException if the database has no read-only connections
     */
    public Jooq readOnly() {
        return new Jooq(database.readOnly(), rendering);
    }

    /**
     * Builds queries in the dialect of this database; it is injectable, too.
     *
     * @return jOOQ without a connection; it renders statements and does not run them. Its {@code fetch()} and {@code execute()} fail,
     *     and say what to write instead
     */
    public DSLContext dsl() {
        return rendering.dsl();
    }

    /**
     * Creates a query from a jOOQ statement, which is rendered immediately.
     *
     * <p>Rendering costs 10 microseconds and more. Where that matters, create the query only once, with {@code DSL.param(..)} for the
     * values that change. Keep it, and {@link SqlQuery#bind} new values for each run.
     *
     * @param query a query of {@link #dsl} or of jOOQ's static {@code DSL}
     * @return the query; nothing runs yet
     */
    public SqlQuery<Row> query(final Query query) {
        final Rendering.Rendered rendered = rendering.render(query);
        return database.query(rendered.sql()).mapValues(rendered::convert).bind(rendered.values());
    }

    /**
     * Creates a query whose rows are jOOQ's records. They are typed by their fields or have a generated class; {@code multiset} and
     * converters work as in jOOQ. The records have no connection.
     *
     * <pre>{@code
     * Single<List<UsersRecord>> all() {
     *     return jooq.fetch(jooq.dsl().selectFrom(USERS)).list();
     * }
     * }</pre>
     *
     * @param query a query that names its fields; rendered immediately, as by {@link #query}
     * @param <R> the type of the records
     * @return the query; nothing runs yet. A value that does not fit its field is an {@link org.jzenith.sql.error.SqlException} that names
     *     the column
     * @throws IllegalArgumentException if the fields of the query are unknown
     */
    public <R extends Record> SqlQuery<R> fetch(final ResultQuery<R> query) {
        // The fields() of a select are those of a derived table, which jOOQ builds for each call.
        final Field<?>[] fields =
                query instanceof Select<?> select ? select.getSelect().toArray(Field[]::new) : query.fields();
        final Records<R> records = new Records<>(dsl(), fields, query.getRecordType());
        return query(query).map(records::of);
    }
}
