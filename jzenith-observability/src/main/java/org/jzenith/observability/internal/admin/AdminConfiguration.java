package org.jzenith.observability.internal.admin;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.http.internal.configuration.HttpText;

/** The settings of the operators' page. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "admin")
public interface AdminConfiguration {

    /**
     * Turns the page on.
     *
     * @return false to record nothing
     */
    @WithDefault("true")
    @Description("Set to false to turn off the admin dashboard and its recording.")
    boolean enabled();

    /**
     * The listener that serves the page.
     *
     * @return the name of its plugin; empty for {@code rest.admin} if there is one, otherwise for none
     */
    @Description("The plugin whose listener serves the admin dashboard. Defaults to rest.admin. If this is not set and"
            + " the application has no rest.admin, there is no dashboard and nothing is recorded.")
    Optional<String> listener();

    /**
     * The path of the page.
     *
     * @return begins with a slash
     */
    @WithDefault("/admin")
    @WithConverter(HttpText.PlainPath.class)
    @Description("The path of the page.")
    String path();
}
