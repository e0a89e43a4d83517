package org.jzenith.sql.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Event;

/** An event of a statement. Each statement has one {@link Queued}, at most one {@link Sent}, and one {@link Done}. */
public sealed interface StatementEvent extends Event {

    /**
     * Returns the plugin of the database.
     *
     * @return its name, for example {@code postgresql} or {@code postgresql.replica}
     */
    String plugin();

    /**
     * Returns the id of the statement.
     *
     * @return a number, unique among the statements of this plugin until the application stops
     */
    long id();

    /**
     * Returns the request that the statement belongs to.
     *
     * @return null outside a request
     */
    @Nullable
    RequestContext request();

    /**
     * A caller has asked for a statement.
     *
     * @param plugin the plugin of the database
     * @param id the statement
     * @param request the request that it belongs to
     * @param sql the text, without values
     * @param summary the command and up to three tables, for example {@code SELECT users orders}, without values; {@code _OTHER} if
     *     the command is unknown
     */
    record Queued(String plugin, long id, @Nullable RequestContext request, String sql, String summary)
            implements StatementEvent {}

    /**
     * A statement was written to a connection.
     *
     * @param plugin the plugin of the database
     * @param id the statement
     * @param request the request that it belongs to
     * @param connection the {@link org.jzenith.core.observe.ConnectionEvent#id} of the connection
     */
    record Sent(String plugin, long id, @Nullable RequestContext request, long connection) implements StatementEvent {}

    /**
     * A statement has its result, has failed, or is no longer awaited. In the last case it may still run on the server.
     *
     * @param plugin the plugin of the database
     * @param id the statement
     * @param request the request that it belongs to
     * @param rows the number of rows, or -1 if there is no result
     * @param error the cause of a failure, or null
     * @param sql the text, as in {@link Queued}
     * @param summary the summary, as in {@link Queued}
     * @param duration the time since the caller asked; it includes the wait for a connection
     */
    record Done(
            String plugin,
            long id,
            @Nullable RequestContext request,
            long rows,
            @Nullable Throwable error,
            String sql,
            String summary,
            Duration duration)
            implements StatementEvent {}
}
