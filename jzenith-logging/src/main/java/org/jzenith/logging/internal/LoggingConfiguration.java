package org.jzenith.logging.internal;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.Description;

/** The settings of the log. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = LoggingConfiguration.PREFIX)
public interface LoggingConfiguration {

    /** The first part of the keys. */
    String PREFIX = "logging";

    /** The key of {@link #format}. */
    String FORMAT = PREFIX + ".format";

    /** The format of all lines. */
    enum Format {
        /** Lines for people. */
        TEXT,
        /** An object of the Elastic Common Schema per line. */
        JSON
    }

    /**
     * The format of the log.
     *
     * @return the same for all lines
     */
    @WithDefault("text")
    @Description("The format of the console log: text, or json (one Elastic Common Schema object per line).")
    Format format();
}
