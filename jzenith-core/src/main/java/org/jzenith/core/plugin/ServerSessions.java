package org.jzenith.core.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;

/**
 * The sessions of an application with one server, which can be closed and opened again. The test kit does so to replace a database
 * between two test classes that share an application. A plugin's module contributes it with {@code @ProvidesIntoSet}. Safe for use by many
 * threads.
 */
@CheckReturnValue
public interface ServerSessions {

    /**
     * Returns true if the application can go on with another content of the server. If it cannot, because it remembers positions in a log,
     * for example, the test kit starts it again for each test class.
     *
     * @return true by default
     */
    default boolean isReplaceable() {
        return true;
    }

    /**
     * Closes all sessions, each when its statements and its transaction have ended. Work that needs a further session waits until
     * {@link #resume}.
     *
     * @return completes when all sessions are closed; disposing it resumes nothing
     */
    Completable pause();

    /**
     * Opens sessions again, and runs what waits.
     *
     * @return completes after the first attempt to open them, also if that fails
     */
    Completable resume();
}
