package org.jzenith.core.health;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jzenith.core.configuration.Description;

/** The settings of health checks. Safe for use by many threads. */
@ConfigMapping(prefix = "health")
public interface HealthConfiguration {

    /**
     * The time a single check may take.
     *
     * @return a positive duration
     */
    @WithDefault("2s")
    @DurationMin(millis = 1)
    @Description("The time a single health check may take before it counts as down.")
    Duration timeout();
}
