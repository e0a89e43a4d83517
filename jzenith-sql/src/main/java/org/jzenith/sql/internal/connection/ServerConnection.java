package org.jzenith.sql.internal.connection;

import io.vertx.core.Future;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.internal.sqlclient.ConnectionSockets;

/** A connection of the driver with its socket. */
record ServerConnection(DriverConnection driver, ConnectionSockets sockets) {

    /** Closes the socket at once, whatever the server does, or ends the attempt to connect. */
    Future<Void> closeNow() {
        final Future<Void> closed = sockets.closeNow();
        return driver.close().eventually(() -> closed);
    }
}
