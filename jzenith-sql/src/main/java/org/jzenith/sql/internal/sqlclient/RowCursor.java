package org.jzenith.sql.internal.sqlclient;

import io.vertx.core.Future;

/** The rows of one run of a statement, some at a time. Belongs to the event loop of its connection. */
public interface RowCursor {

    /** Reads the next rows. Sends the request at once, so that the server works while the caller does. */
    Future<RowPage> read(int rows);

    /** Releases what the server would keep after the end of the transaction. */
    Future<Void> close();
}
