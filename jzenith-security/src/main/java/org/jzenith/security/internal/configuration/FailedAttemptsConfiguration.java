package org.jzenith.security.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of the limits on failed attempts. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "security.failed-attempts")
public interface FailedAttemptsConfiguration {

    /**
     * The limit of a client network.
     *
     * @return attempts in a minute, for all names together
     */
    @WithDefault("30")
    @WithConverter(Ranges.Positive.class)
    @Description(
            "How many attempts of a client network may fail in a minute, for all names together; further ones get a"
                    + " 429. Exempt: names that logged in from this network within the last 24 h.")
    int perNetwork();

    /**
     * The limit of a name from one client network.
     *
     * @return attempts in a minute
     */
    @WithDefault("5")
    @WithConverter(Ranges.Positive.class)
    @Description("How many attempts for one name may fail in a minute from one client network.")
    int perNameAndNetwork();

    /**
     * The limit of a name from all client networks.
     *
     * @return attempts in a minute
     */
    @WithDefault("20")
    @WithConverter(Ranges.Positive.class)
    @Description(
            "How many attempts for one name may fail in a minute from all client networks. Beyond this limit, each network gets one "
                    + "attempt a minute for the name. Exempt: networks from which the name logged in within the last 24 h.")
    int perName();

    /**
     * The number of networks, of names and of pairs of both that are remembered.
     *
     * @return entries of each kind
     */
    @WithDefault("10000")
    @WithConverter(Ranges.Positive.class)
    @Description(
            "How many entries of each kind are kept: networks, names and pairs of both. A new entry replaces the oldest.")
    int maxEntries();
}
