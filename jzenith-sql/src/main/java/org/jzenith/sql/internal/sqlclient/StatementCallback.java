package org.jzenith.sql.internal.sqlclient;

import org.jspecify.annotations.Nullable;

/** Gets the result of a statement, on the event loop of the connection. */
public interface StatementCallback {

    /**
     * Called once.
     *
     * @param result the result, if there is no error
     * @param error the error that the library reported, or null
     */
    void answered(CommandConnection.Result result, @Nullable Throwable error);
}
