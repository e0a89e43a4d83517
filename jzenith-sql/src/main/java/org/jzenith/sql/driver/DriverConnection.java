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
     * Closes the socket at once, whatever the server does, or ends the attempt to connect.
     *
     * @return completes when the socket is closed
     */
    Future<Void> closeNow();
}
