package org.jzenith.security.internal.ticket;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.DurationConverter;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.http.internal.configuration.HttpText;

/** The settings of tickets. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "security.tickets")
public interface TicketConfiguration {

    /**
     * The path at which clients get a ticket.
     *
     * @return a path of the listener of REST
     */
    @WithDefault("/ticket")
    @WithConverter(HttpText.PlainPath.class)
    @Description("The path at which authenticated clients get a ticket by POST.")
    String path();

    /**
     * The time for which a ticket is valid.
     *
     * @return 30 s at most
     */
    @WithDefault("30s")
    @WithConverter(Lifetime.class)
    @Description("How long a ticket is valid, from 1s to 30s.")
    Duration lifetime();

    /**
     * The number of valid tickets that this instance has issued.
     *
     * @return more are refused
     */
    @WithDefault("10000")
    @WithConverter(Ranges.Positive.class)
    @Description("How many tickets of this instance may be valid at once; requests for further ones get a 503.")
    int max();

    /**
     * The number of valid tickets of one user, at all instances that share a store. It restarts from 0 when {@link #lifetime} has passed since
     * the first ticket.
     *
     * @return more are refused
     */
    @WithDefault("100")
    @WithConverter(Ranges.Positive.class)
    @Description("How many valid, unused tickets one user may have; requests for further ones get a 429.")
    int maxPerUser();

    /** The time for which a ticket is valid. */
    @SuppressWarnings("serial")
    final class Lifetime extends DurationConverter {

        /** Created by SmallRye Config. */
        public Lifetime() {
            super(Duration.ofSeconds(1), Duration.ofSeconds(30));
        }
    }
}
