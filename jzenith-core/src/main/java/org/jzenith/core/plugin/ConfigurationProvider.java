package org.jzenith.core.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.Map;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.development.DevelopmentSession;

/**
 * A {@link org.jzenith.core.Plugin} that provides settings which are not configured, such as the address of a database that
 * it starts.
 */
@CheckReturnValue
public interface ConfigurationProvider {

    /**
     * Returns placeholders for the settings that {@link #provideConfiguration} will provide and that other plugins require or check. The
     * values must have a valid form. They are used in the phases before {@link #provideConfiguration}, and with {@code --check}. Called
     * before anything starts, even if settings are wrong. It connects to nothing.
     *
     * @param configuration the configured values; an interface with a problem has no instance
     * @return key and value of each setting
     */
    default Map<String, String> announceConfiguration(final Configuration configuration) {
        return Map.of();
    }

    /**
     * Provides settings that are not configured, before anything else starts. An example is the address of a database that the plugin
     * starts for this application alone. Provided settings override the defaults on the interfaces, and every other source overrides them.
     *
     * @param configuration the configured values so far
     * @return key and value of each setting
     */
    Single<Map<String, String>> provideConfiguration(Configuration configuration);

    /**
     * Provides settings as {@link #provideConfiguration(Configuration)} does, in development mode. A plugin that starts a server for the
     * application alone keeps it here, so that the server and its data survive restarts.
     *
     * @param configuration the configured values so far
     * @param session keeps objects that survive a restart
     * @return key and value of each setting
     */
    default Single<Map<String, String>> provideConfiguration(
            final Configuration configuration, final DevelopmentSession session) {
        return provideConfiguration(configuration);
    }

    /**
     * Stops everything that {@link #provideConfiguration} started.
     *
     * @param configuration the same object that was passed to {@link #provideConfiguration}; it distinguishes the applications of a builder
     *     that runs several times
     * @return completes when everything has stopped; an error is reported and the stop goes on
     */
    default Completable withdrawConfiguration(final Configuration configuration) {
        return Completable.complete();
    }
}
