package org.jzenith.core.plugin;

import org.jzenith.core.configuration.Configuration;

/** A {@link org.jzenith.core.Plugin} that adjusts the log of the process to the settings. */
public interface LogConfigurer {

    /**
     * Adjusts the log. Called when the settings are read, before startup logs its first line, on the thread that starts the
     * application. An exception fails startup.
     *
     * @param configuration the configured values, with those that plugins {@linkplain ConfigurationProvider#announceConfiguration announce};
     * wrong values are reported later, and their interfaces have no instance
     * @param application the name of the class that calls {@code JZenith.application(..)}; empty if it is unknown
     */
    void configureLog(Configuration configuration, String application);
}
