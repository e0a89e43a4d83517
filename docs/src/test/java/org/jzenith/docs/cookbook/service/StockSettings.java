package org.jzenith.docs.cookbook.service;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jzenith.core.configuration.Description;

@ConfigMapping(prefix = "stock")
public interface StockSettings {

    @WithDefault("http://localhost:9090")
    @Description("The URL of the stock service.")
    URI uri();

    @WithDefault("2s")
    @DurationMin(millis = 1)
    @Description("The time limit for a call of the stock service.")
    Duration timeout();
}
