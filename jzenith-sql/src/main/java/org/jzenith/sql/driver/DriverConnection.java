package org.jzenith.sql.driver;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;

/** One connection of a driver, from the first attempt to connect to its end. */
public interface DriverConnection {

    /**
     * Returns the connection to use.
     *
     * @return completes when the server has accepted the user
     */
    Future<SqlConnection> opened();

    /**
     * Asks the server, on another connection, to cancel the statement that it runs for this connection. Can be called at any time after
     * this connection was opened, even after it was closed.
     *
     * @return completes when the server has handled the request or will never get it; fails if the request may still arrive, and could then
     *     cancel a later statement of this connection
     */
    Future<Void> cancelStatement();

    /**
     * Starts a transaction with a statement. It must not use {@link SqlConnection#begin}: such a transaction cannot go on after a failed
     * statement. The settings apply to this transaction alone. The driver decides whether to send them before or after the statement that
     * starts it.
     *
     * @param connection the result of {@link #opened}, which has no open transaction
     * @param settings the differences from the defaults
     * @return completes when the server has accepted all these statements
     */
    Future<Void> begin(SqlConnection connection, SqlDriver.TransactionSettings settings);

    /**
     * Sets the time after which the server ends the session if it is idle in the open transaction. The limit ends with the transaction.
     *
     * @param connection the result of {@link #opened}
     * @param limit has no effect if the session has a shorter one
     * @return completes when the server has accepted the limit; the default, for a server without such a limit, completes immediately
     */
    default Future<Void> limitIdle(final SqlConnection connection, final Duration limit) {
        return Future.succeededFuture();
    }

    /**
     * Commits the transaction. A driver that must restore the session after a transaction does it here and in {@link #rollback}.
     *
     * @param connection the result of {@link #opened}
     * @return completes when the server has committed; fails if it has rolled back, even if it does not report that as an error
     */
    default Future<Void> commit(final SqlConnection connection) {
        return connection.query("COMMIT").execute().mapEmpty();
    }

    /**
     * Rolls back the transaction. If its start has failed, there may be no transaction.
     *
     * @param connection the result of {@link #opened}
     * @return completes when the server has rolled back
     */
    default Future<Void> rollback(final SqlConnection connection) {
        return connection.query("ROLLBACK").execute().mapEmpty();
    }

    /**
     * Returns true if the server has reported that the session is in a transaction. Can be called on any thread.
     *
     * @return false by default, for a server that does not report it
     */
    default boolean isInTransaction() {
        return false;
    }

    /**
     * Sets the action that runs on the connection's event loop when the server reports that a transaction has started, before the result of
     * the statement that started it. If the action calls {@link #close()}, this result and later ones are dropped.
     *
     * @param action the action; the default, for a server that does not report transactions, never runs it
     */
    default void whenTransactionStarts(final Runnable action) {}

    /**
     * Releases what the driver has for this connection, and drops results that still arrive. jZenith itself closes the socket.
     *
     * @return completes when it is released
     */
    default Future<Void> close() {
        return Future.succeededFuture();
    }
}
