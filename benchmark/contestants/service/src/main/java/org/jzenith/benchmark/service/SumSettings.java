package org.jzenith.benchmark.service;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.Description;

/** The settings of {@link SumApplication}; the baseline reads the same. */
@ConfigMapping(prefix = "sum")
public interface SumSettings {

    @Description("The value of the header X-Api-Token that each request must have.")
    String token();

    @WithDefault("1.4.2")
    @Description("The header X-Service-Version of each response.")
    String version();
}
