package org.jzenith.restclient.internal.configuration;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The bulkhead of a client; a group of settings. Immutable and safe for use by many threads. */
public interface BulkheadConfiguration {

    /**
     * Switches the bulkhead on.
     *
     * @return false for none
     */
    @WithDefault("false")
    @Description("Enables a bulkhead. It refuses further calls immediately while bulkhead.max-calls are in progress.")
    boolean enabled();

    /**
     * The number of calls at once.
     *
     * @return at least one
     */
    @WithDefault("25")
    @WithConverter(Ranges.Threads.class)
    @Description("The maximum number of concurrent calls, including those that wait for a connection.")
    int maxCalls();
}
