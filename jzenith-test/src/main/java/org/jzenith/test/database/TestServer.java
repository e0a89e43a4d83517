package org.jzenith.test.database;

/**
 * A server that applications need in their tests, such as a database server. There is one server per test run, with one database for each
 * application. The test kit finds the class with {@link java.util.ServiceLoader}, and creates the server when the first application needs
 * it. An implementation is public, has a constructor without parameters that starts nothing, and is listed in {@code
 * META-INF/services/org.jzenith.test.database.TestServer}.
 *
 * <p>Safe for use by many threads.
 */
public interface TestServer extends AutoCloseable {

    /**
     * Returns the name of the plugin whose applications need the server.
     *
     * @return a name such as {@code redis}; it includes plugins with a qualifier, such as {@code redis.cache}
     */
    String plugin();

    /**
     * Creates an empty database for a plugin of an application. Starts the server, if it has not been started.
     *
     * @param plugin the plugin's name, which is the prefix of its settings
     * @return a new database
     */
    TestDatabase newDatabase(String plugin);

    /**
     * Returns true if {@link #copy} is faster than migrating an empty database when an application starts.
     *
     * @return false if every application gets an empty database
     */
    default boolean isCopying() {
        return false;
    }

    /**
     * Copies a database that an application has started on, migrated and stopped.
     *
     * @param template a result of {@link #newDatabase}
     * @param plugin the plugin's name
     * @return a new database with the same content
     */
    default TestDatabase copy(final TestDatabase template, final String plugin) {
        return newDatabase(plugin);
    }

    /** Stops the server, if it has been started. Called at the end of the test run. */
    @Override
    void close();
}
