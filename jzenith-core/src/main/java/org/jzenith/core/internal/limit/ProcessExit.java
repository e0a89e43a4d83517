package org.jzenith.core.internal.limit;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a process that cannot serve any more, so that it is started again. */
final class ProcessExit {

    /** The exit code that {@code -XX:+ExitOnOutOfMemoryError} uses. */
    private static final int EXIT_CODE = 3;

    private static final Logger LOGGER = LoggerFactory.getLogger(ProcessExit.class);

    private static final Runtime RUNTIME = Runtime.getRuntime();

    private ProcessExit() {}

    /** Loads what {@link #exit} needs without memory: the JVM looks a caught class up when it is thrown for the first time. */
    static void prepare(final List<Class<?>> caught) {
        LOGGER.trace("{} and {} end the process by {}.", caught, Throwable.class, RUNTIME);
    }

    /**
     * Stops the application and ends the process.
     *
     * @param reason a sentence for the log
     */
    static void exit(final String reason) {
        try {
            LOGGER.error("{} jZenith stops the application and ends the process with exit code {}.", reason, EXIT_CODE);
            new Thread(ProcessExit::exit, "jzenith-exit").start();
        } catch (final Throwable e) {
            RUNTIME.halt(EXIT_CODE); // there is no memory left for an orderly exit
        }
    }

    /** Ends the process at once, without memory. */
    static void halt() {
        RUNTIME.halt(EXIT_CODE);
    }

    private static void exit() {
        try {
            System.exit(EXIT_CODE);
        } finally {
            RUNTIME.halt(EXIT_CODE); // there was no memory left for it
        }
    }
}
