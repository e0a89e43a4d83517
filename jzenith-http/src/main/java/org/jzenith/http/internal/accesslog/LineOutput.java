package org.jzenith.http.internal.accesslog;

import java.io.IOException;
import org.jzenith.http.internal.configuration.HttpConfiguration;

/** Takes the lines of an access log; {@link LoggerOutput} takes events instead. Used by one thread, except where a method says otherwise. */
interface LineOutput {

    static LineOutput of(final String setting, final String plugin) {
        return switch (setting) {
            case HttpConfiguration.AccessLog.Output.STDOUT -> new StandardOutput();
            case HttpConfiguration.AccessLog.Output.LOGGER -> new LoggerOutput(plugin);
            default -> new FileOutput(setting);
        };
    }

    /** Returns false if lines would go nowhere. Safe for use by many threads. */
    default boolean isEnabled() {
        return true;
    }

    /** Called once, before the first line. Blocks. */
    default void open() throws IOException {}

    /**
     * Writes whole lines. Blocks.
     *
     * @param lines each ends with a line feed, and has no other line break
     * @param count the number of lines
     */
    void write(String lines, int count);

    /** Called after the last line. */
    default void close() {}
}
