package org.jzenith.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.statement.DatabaseConnections;
import org.jzenith.sql.internal.statement.StatementRunner;
import org.jzenith.sql.notification.SqlNotification;

/**
 * A database of the application.
 *
 * <pre>{@code
 * final class Users {
 *     private final Database database;
 *
 *     @Inject
 *     Users(final Database database) {
 *         this.database = database;
 *     }
 *
 *     Maybe<User> find(final UUID id) {
 *         return database.query("SELECT id, name FROM users WHERE id = $1", id)
 *                      .as(User.class)
 *                      .maybe();
 *     }
 * }
 * }</pre>
 *
 * <p>Single statements of all callers share a few pipelined connections. jZenith therefore refuses statements that change the session, such
 * as {@code BEGIN} or {@code SET}; the error says what to use instead. Safe for use by many threads.
 */
@CheckReturnValue
public final class Database implements Queries {

    private final DatabaseConnections connections;
    private final StatementRunner statements;
    private final Transactions transactions;

    @Inject
    Database(final DatabaseConnections connections) {
        this.connections = connections;
        this.statements = connections.ofClients();
        this.transactions = new Transactions(connections, SqlDriver.TransactionSettings.DEFAULT, 0);
    }

    @Override
    public SqlQuery<Row> query(final String sql, final @Nullable Object... values) {
        return SqlQuery.of(statements, sql, values);
    }

    @Override
    public Single<Long> insertAll(final String table, final Flowable<? extends Record> rows) {
        return BulkInsert.of(statements, table, rows);
    }

    @Override
    public Maybe<Long> update(
            final String table, final Map<String, ?> key, final ExpectedVersion seen, final Object values) {
        return seen.only().isPresent()
                ? new VersionedUpdate(statements, table, key, values).update(seen)
                : withTransactionMaybe(tx -> tx.update(table, key, seen, values));
    }

    /**
     * Listens to the notifications of a channel. All subscribers of the application share one connection, which is open while there are
     * subscribers. The stream does not fail: after an outage jZenith connects again. It completes when the application stops.
     *
     * <p>The first element is a {@link SqlNotification.Missed}: jZenith listens from now on. Another {@code Missed} follows after each
     * outage. If more than 4,096 notifications wait for the subscriber, jZenith drops the oldest and also adds a {@code Missed}. The
     * elements arrive on the event loop that subscribes, as the subscriber requests them.
     *
     * @param channel the name of the channel, which is case-sensitive; on PostgreSQL, any text of 1 to 63 bytes. With an invalid name the
     *     stream fails with an {@link org.jzenith.sql.error.InvalidValueException}
     * @return the notifications that are sent after the subscription
     * @throws UnsupportedOperationException if the database has no notifications
     */
    public Flowable<SqlNotification> notifications(final String channel) {
        return connections.notifications(channel);
    }

    /**
     * Returns the database for reads. It has its own connections, to the server that the settings choose for reads. That can be a standby,
     * which does not have the latest changes yet. The server refuses changes, in transactions too, with a {@link
     * org.jzenith.sql.error.SqlException} of SQLSTATE 25006. Its {@code notifications(..)} are those of this database.
     *
     * <p>The first call opens the connections in the background. If the first call comes before startup connects to the database, such as
     * in the constructor of a singleton, startup opens them.
     *
     * @return the database for reads; calling {@code readOnly()} on it has no further effect
     * @throws UnsupportedOperationException if the database has no read-only connections
     */
    public Database readOnly() {
        return new Database(connections.readOnly());
    }

    /**
     * Returns transactions with the server's defaults. Their methods change single settings, such as the isolation level.
     *
     * @return transactions with the defaults
     */
    public Transactions transactions() {
        return transactions;
    }

    /** Runs work with one result in a transaction; see {@link Transactions#withTransaction Transactions}. */
    public <T> Single<T> withTransaction(final Function<SqlTransaction, Single<T>> work) {
        return transactions.withTransaction(work);
    }

    /** Runs work with at most one result in a transaction; see {@link Transactions#withTransactionMaybe Transactions}. */
    public <T> Maybe<T> withTransactionMaybe(final Function<SqlTransaction, Maybe<T>> work) {
        return transactions.withTransactionMaybe(work);
    }

    /** Runs work without a result in a transaction; see {@link Transactions#withTransactionCompletable Transactions}. */
    public Completable withTransactionCompletable(final Function<SqlTransaction, Completable> work) {
        return transactions.withTransactionCompletable(work);
    }

    /** Runs work with many results in a transaction; see {@link Transactions#withTransactionFlowable Transactions}. */
    public <T> Flowable<T> withTransactionFlowable(final Function<SqlTransaction, Flowable<T>> work) {
        return transactions.withTransactionFlowable(work);
    }
}
