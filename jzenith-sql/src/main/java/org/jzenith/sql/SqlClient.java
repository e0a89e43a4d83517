package org.jzenith.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.statement.DatabaseConnections;
import org.jzenith.sql.statement.StatementRunner;

/**
 * A database of the application.
 *
 * <pre>{@code
 * final class Users {
 *     private final SqlClient client;
 *
 *     @Inject
 *     Users(final SqlClient client) {
 *         this.client = client;
 *     }
 *
 *     Maybe<User> find(final UUID id) {
 *         return client.query("SELECT id, name FROM users WHERE id = $1", id)
 *                      .map(row -> new User(row.getUUID("id"), row.getString("name")))
 *                      .maybe();
 *     }
 * }
 * }</pre>
 *
 * <p>Single statements of all callers share a few pipelined connections, so the client does not send statements that change the session,
 * such as {@code BEGIN} or {@code SET}; their error says what to use instead. Safe for use by many threads.
 */
@CheckReturnValue
public final class SqlClient implements Queries {

    private final StatementRunner statements;
    private final JooqRendering jooq;
    private final Transactions transactions;

    @Inject
    SqlClient(final DatabaseConnections connections, final SqlDriver driver) {
        this.statements = connections.ofClients();
        this.jooq = new JooqRendering(driver);
        this.transactions = new Transactions(connections, jooq, SqlDriver.TransactionSettings.DEFAULT);
    }

    @Override
    public Query<Row> query(final String sql, final @Nullable Object... values) {
        return Query.of(statements, sql, values);
    }

    @Override
    public Query<Row> query(final org.jooq.Query query) {
        return jooq.render(statements, query);
    }

    /**
     * Builds queries for {@link #query(org.jooq.Query)} in the dialect of this database; it is injectable, too.
     *
     * @return jOOQ without a connection; it renders statements and does not run them
     */
    public DSLContext dsl() {
        return jooq.dsl();
    }

    /**
     * Transactions with other settings than the server's defaults.
     *
     * @return the plain kind, to be refined
     */
    public Transactions transactions() {
        return transactions;
    }

    /** Runs work with one result in a transaction; see {@link Transactions#withTransaction Transactions}. */
    public <T> Single<T> withTransaction(final Function<Transaction, Single<T>> work) {
        return transactions.withTransaction(work);
    }

    /** Runs work with at most one result in a transaction; see {@link Transactions#withTransactionMaybe Transactions}. */
    public <T> Maybe<T> withTransactionMaybe(final Function<Transaction, Maybe<T>> work) {
        return transactions.withTransactionMaybe(work);
    }

    /** Runs work without a result in a transaction; see {@link Transactions#withTransactionCompletable Transactions}. */
    public Completable withTransactionCompletable(final Function<Transaction, Completable> work) {
        return transactions.withTransactionCompletable(work);
    }

    /** Runs work with many results in a transaction; see {@link Transactions#withTransactionFlowable Transactions}. */
    public <T> Flowable<T> withTransactionFlowable(final Function<Transaction, Flowable<T>> work) {
        return transactions.withTransactionFlowable(work);
    }
}
