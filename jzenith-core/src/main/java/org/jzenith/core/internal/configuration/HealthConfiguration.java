package org.jzenith.core.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of health checks. Safe for use by many threads. */
@ConfigMapping(prefix = "health")
public interface HealthConfiguration {

    /**
     * The time a single check may take.
     *
     * @return a positive duration
     */
    @WithDefault("2s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for each health check; a slower one counts as down.")
    Duration timeout();
}
