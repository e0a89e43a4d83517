package org.jzenith.test.database;

import java.util.List;
import java.util.Map;
import org.jzenith.core.configuration.Configuration;

/** The database of one application on a {@link TestServer}. Safe for use by many threads. */
public interface TestDatabase {

    /**
     * Returns the settings of the application that uses this database.
     *
     * @return settings that override every other source
     */
    Map<String, String> configuration();

    /**
     * Returns default settings, which the application's code can override.
     *
     * @return none by default
     */
    default Map<String, String> defaults() {
        return Map.of();
    }

    /**
     * Prepares the database for an application whose whole configuration is known. Called at the application's startup, on a thread that
     * may block.
     *
     * @param configuration the application's settings
     * @return further settings; none by default
     */
    default Map<String, String> prepare(final Configuration configuration) {
        return Map.of();
    }

    /**
     * Returns the sessions that are busy. After the end of a test there must be none.
     *
     * @return a line for each session; the test kit calls this again until there is none, or a time limit has passed
     */
    default List<String> busySessions() {
        return List.of();
    }

    /**
     * Returns the open sessions. After the application has stopped there must be none.
     *
     * @return a line for each session; the test kit calls this again until there is none, or a time limit has passed
     */
    default List<String> sessions() {
        return List.of();
    }

    /**
     * Restores the database from its template, under the same address. Called between two test classes that share a running
     * application, after the {@link org.jzenith.core.plugin.ServerSessions} that its plugins contribute are closed.
     *
     * @param template the database of which this one is a copy
     */
    default void restore(final TestDatabase template) {
        // A database whose content stays: the classes share it.
    }

    /** Removes the database. Called when the application has stopped. */
    void drop();
}
