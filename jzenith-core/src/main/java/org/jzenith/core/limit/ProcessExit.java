package org.jzenith.core.limit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a process that cannot serve any more, so that it is started again. */
public final class ProcessExit {

    /** The exit code that {@code -XX:+ExitOnOutOfMemoryError} uses. */
    private static final int EXIT_CODE = 3;

    private static final Logger LOGGER = LoggerFactory.getLogger(ProcessExit.class);

    private ProcessExit() {}

    /** Loads this class, for which there may be no memory later. */
    static void prepare() {
        LOGGER.trace("A full heap can end the process.");
    }

    /**
     * Stops the application and ends the process.
     *
     * @param reason a sentence for the log
     */
    public static void exit(final String reason) {
        try {
            LOGGER.error("{} The application stops, and the process ends with the exit code {}.", reason, EXIT_CODE);
            new Thread(ProcessExit::exit, "jzenith-exit").start();
        } catch (final Throwable e) {
            Runtime.getRuntime().halt(EXIT_CODE); // there is no memory left for an orderly exit
        }
    }

    private static void exit() {
        try {
            System.exit(EXIT_CODE);
        } finally {
            Runtime.getRuntime().halt(EXIT_CODE); // there was no memory left for it
        }
    }
}
