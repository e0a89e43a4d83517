package org.jzenith.sql.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.Event;

/**
 * An event of a connection pool. A caller that asks for a connection has at most one {@link Queued}, and
 * one of {@link Acquired}, {@link Refused} and {@link Disposed}. Each {@link Acquired} is followed by one {@link
 * Released} of the same connection.
 */
public sealed interface PoolEvent extends Event {

    /**
     * Returns the plugin of the database.
     *
     * @return its name, for example {@code postgresql} or {@code postgresql.replica}
     */
    String plugin();

    /**
     * A caller waits for a connection.
     *
     * @param plugin the plugin of the database
     * @param id the number of the caller, unique until the application stops
     * @param request the request that it belongs to, or null outside a request
     */
    record Queued(String plugin, long id, @Nullable RequestContext request) implements PoolEvent {}

    /**
     * A caller gets a connection.
     *
     * @param plugin the plugin of the database
     * @param id the number of the caller, unique until the application stops
     * @param request the request that it belongs to, or null outside a request
     * @param connection the {@link ConnectionEvent#id} of the connection
     * @param waited the time since the caller asked
     */
    record Acquired(String plugin, long id, @Nullable RequestContext request, long connection, Duration waited)
            implements PoolEvent {}

    /**
     * A caller returns its connection.
     *
     * @param plugin the plugin of the database
     * @param connection the {@link ConnectionEvent#id} of the connection
     */
    record Released(String plugin, long connection) implements PoolEvent {}

    /**
     * A caller gets no connection: the queue is full, the caller has waited too long, or there is no connection to the database.
     *
     * @param plugin the plugin of the database
     * @param id the number of the caller, unique until the application stops
     * @param request the request that it belongs to, or null outside a request
     * @param waited the time since the caller asked
     * @param error the error of the caller
     */
    record Refused(String plugin, long id, @Nullable RequestContext request, Duration waited, Throwable error)
            implements PoolEvent {}

    /**
     * A caller has disposed while it waited.
     *
     * @param plugin the plugin of the database
     * @param id the number of the caller, unique until the application stops
     * @param request the request that it belongs to, or null outside a request
     * @param waited the time since the caller asked
     */
    record Disposed(String plugin, long id, @Nullable RequestContext request, Duration waited) implements PoolEvent {}
}
