package org.jzenith.core.observe;

import org.jspecify.annotations.Nullable;

/** For plugins: an event of a connection that the application has opened, such as one to a database. */
public sealed interface ConnectionEvent extends Event {

    /**
     * Returns the plugin that opened it.
     *
     * @return its name, for example {@code postgresql}
     */
    String plugin();

    /**
     * Returns the connection.
     *
     * @return a number, unique among the plugin's connections in this process
     */
    long id();

    /**
     * A connection can be used.
     *
     * @param plugin the plugin that opened it
     * @param id the connection
     * @param address the address, for example {@code db.example:5432}
     */
    record Opened(String plugin, long id, String address) implements ConnectionEvent {}

    /**
     * A connection has ended.
     *
     * @param plugin the plugin that opened it
     * @param id the connection
     * @param error the cause of the loss, or null if the application has closed it
     */
    record Lost(String plugin, long id, @Nullable Throwable error) implements ConnectionEvent {}
}
