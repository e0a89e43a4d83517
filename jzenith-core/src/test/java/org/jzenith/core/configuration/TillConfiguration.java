package org.jzenith.core.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "till")
public interface TillConfiguration {

    @WithDefault("15s")
    @DurationMin(millis = 1)
    @Description("The time a customer may wait.")
    Duration patience();

    Optional<String> motto();

    Secret<String> password();
}
