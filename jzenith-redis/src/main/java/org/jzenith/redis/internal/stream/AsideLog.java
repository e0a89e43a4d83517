package org.jzenith.redis.internal.stream;

import org.jzenith.core.internal.log.CountedWarning;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Logs and counts the entries that no handler has completed. Safe for use by many threads. */
final class AsideLog {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.redis");
    private static final int LINES = 10;

    private final CountedWarning aside = new CountedWarning(LOGGER, Level.ERROR, LINES, "");
    private final CountedWarning gone = new CountedWarning(
            LOGGER, "Entries were deleted from a stream, or exceeded its limit, before they were acknowledged.");

    private final CountedWarning unwritten = new CountedWarning(
            LOGGER, "Redis did not accept the outcome of a stream entry, so the entry is delivered again.");

    /** Returns the number of entries that were put aside. */
    long total() {
        return aside.total();
    }

    /** @param error the class of the error */
    void aside(final GroupCommands commands, final String id, final String error) {
        aside.add(
                commands.toString(),
                () -> "The entry " + id + " of " + commands + " was moved to the stream '" + commands.deadStream()
                        + "': " + error + ".");
    }

    void gone(final GroupCommands commands, final long number) {
        for (long i = 0; i < number; i++) {
            gone.add(commands.toString(), () -> "The last such entry was in " + commands + ".");
        }
    }

    void unwritten(final GroupCommands commands, final Throwable error) {
        unwritten.add(
                commands.toString(), () -> "The last such entry was in " + commands + ": " + error.getMessage() + ".");
    }
}
