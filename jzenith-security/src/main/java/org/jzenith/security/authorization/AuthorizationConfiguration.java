package org.jzenith.security.authorization;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.Description;

/** The settings of authorization. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "security")
public interface AuthorizationConfiguration {

    /**
     * Requires a decision about each resource method and mount.
     *
     * @return true if nobody may call a method or reach a mount that nobody decided about
     */
    @WithDefault("false")
    @Description(
            "Fails the start if there is a resource method or a mount that no annotation and no path decides about.")
    boolean denyByDefault();
}
