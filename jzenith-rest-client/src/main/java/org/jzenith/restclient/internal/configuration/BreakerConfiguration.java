package org.jzenith.restclient.internal.configuration;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.core.configuration.converter.WholeNumberConverter;

/** The circuit breaker of a client; a group of settings. Immutable and safe for use by many threads. */
public interface BreakerConfiguration {

    /** A percentage of more than zero. */
    @SuppressWarnings("serial")
    final class Percentage extends WholeNumberConverter {

        public Percentage() {
            super(1, 100);
        }
    }

    /**
     * Switches the breaker on.
     *
     * @return false for none
     */
    @WithDefault("false")
    @Description("Enables a circuit breaker. If too many calls fail, it refuses calls for breaker.open-for.")
    boolean enabled();

    /**
     * The rate of failures that opens it.
     *
     * @return in percent
     */
    @WithDefault("50")
    @WithConverter(Percentage.class)
    @Description("The percentage of failed calls that opens the breaker. Responses with a status of 500 or above are "
            + "failures.")
    int failureRate();

    /**
     * The number of most recent calls from which the breaker computes the rate of failures.
     *
     * @return at least one
     */
    @WithDefault("100")
    @WithConverter(Ranges.Threads.class)
    @Description("The number of most recent calls from which the breaker computes the rate of failures.")
    int window();

    /**
     * The minimum number of calls before the breaker can open.
     *
     * @return at least one
     */
    @WithDefault("10")
    @WithConverter(Ranges.Threads.class)
    @Description("The minimum number of calls before the breaker can open.")
    int minimumCalls();

    /**
     * The time for which it stays open.
     *
     * @return then some calls are let through
     */
    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("How long the open breaker refuses calls before it lets trial calls through.")
    Duration openFor();

    /**
     * The number of calls that decide about closing it.
     *
     * @return at least one
     */
    @WithDefault("3")
    @WithConverter(Ranges.Threads.class)
    @Description("The number of trial calls that find out if the service works again.")
    int trialCalls();
}
