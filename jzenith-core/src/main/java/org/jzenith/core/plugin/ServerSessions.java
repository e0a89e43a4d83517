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
     * Returns true if the application can continue after the server's content was replaced. If it cannot, for example because it remembers
     * positions in a log, the test kit restarts the application for each test class.
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
     * @return completes when all sessions are closed; dispose does not open them again
     */
    Completable pause();

    /**
     * Opens sessions again, and runs the waiting work.
     *
     * @return completes after the first attempt to open them, even if that fails
     */
    Completable resume();
}
