package org.jzenith.test.database;

/**
 * A server that applications need in their tests, such as a database: one for a test run, and a database on it for each
 * application. The test kit finds it with {@link java.util.ServiceLoader}, and creates it when the first application needs it. Its
 * implementation is public, has a constructor without parameters that starts nothing, and stands in {@code
 * META-INF/services/org.jzenith.test.database.TestServer}.
 *
 * <p>Safe for use by many threads.
 */
public interface TestServer extends AutoCloseable {

    /**
     * Returns the name of the plugin whose applications need the server.
     *
     * @return such as {@code redis}; it also stands for plugins with a qualifier, such as {@code redis.cache}
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
     * Returns true if {@link #copy} is faster than the startup of an application on an empty database, which migrates it.
     *
     * @return false if every application has an empty database
     */
    default boolean isCopying() {
        return false;
    }

    /**
     * Copies a database that an application has migrated by a start and a stop.
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
