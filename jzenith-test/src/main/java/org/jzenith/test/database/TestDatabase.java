package org.jzenith.test.database;

import java.util.List;
import java.util.Map;
import org.jzenith.core.configuration.Configuration;

/** The database of one application on a {@link TestServer}. Safe for use by many threads. */
public interface TestDatabase {

    /**
     * Returns the settings of the application that uses this database.
     *
     * @return they win over every other source
     */
    Map<String, String> configuration();

    /**
     * Returns the settings that an application gets unless its code sets them.
     *
     * @return none by default
     */
    default Map<String, String> defaults() {
        return Map.of();
    }

    /**
     * Prepares the database for an application whose whole configuration is known. Called at its startup, on a thread that may block.
     *
     * @param configuration the application's settings
     * @return further settings; none by default
     */
    default Map<String, String> prepare(final Configuration configuration) {
        return Map.of();
    }

    /**
     * Returns the sessions that are at work, which is a mistake when a test has ended.
     *
     * @return a line about each session; the test kit asks again until there is none, or a time limit has passed
     */
    default List<String> busySessions() {
        return List.of();
    }

    /**
     * Returns the sessions that exist, which is a mistake when the application has stopped.
     *
     * @return a line about each session; the test kit asks again until there is none, or a time limit has passed
     */
    default List<String> sessions() {
        return List.of();
    }

    /**
     * Gives the database the content of its template again, under the same address. Called between two test classes that share a running
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
