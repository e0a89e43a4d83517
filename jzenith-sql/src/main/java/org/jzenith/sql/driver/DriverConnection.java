package org.jzenith.sql.driver;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** One connection of a driver, from the first attempt to connect to its end. */
public interface DriverConnection {

    /**
     * Returns the connection to use.
     *
     * @return completes when the server has accepted the user
     */
    Future<SqlConnection> opened();

    /**
     * Asks the server, on another connection, to cancel the statement that it runs for this connection. Can be called at
     * any time after the connection was opened, also when it has been closed.
     *
     * @return completes when the server has handled the request, or has never got it; fails if the request may still
     *     arrive, which would cancel the statement that the connection runs then
     */
    Future<Void> cancelStatement();

    /**
     * Returns true if the server has reported that the session is in a transaction. Can be called on any thread.
     *
     * @return false by default, for a server that does not report it
     */
    default boolean isInTransaction() {
        return false;
    }

    /**
     * Sets the action that runs on the connection's event loop when the server reports that a transaction has started, before the
     * result of the statement that started it. After {@link #closeNow()} in the action, that result and later ones are dropped.
     *
     * @param action never runs by default, for a server that does not report it
     */
    default void whenTransactionStarts(final Runnable action) {}

    /**
     * Closes the socket at once, whatever the server does, or ends the attempt to connect.
     *
     * @return completes when the socket is closed
     */
    Future<Void> closeNow();
}
