package org.jzenith.observability;

import com.google.inject.Injector;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.Endpoints;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;

/**
 * A setting that names the plugin whose listener serves operators.
 *
 * @param key the key of the setting
 * @param chosen the plugin's name; empty if it is not set
 */
record ListenerSetting(String key, Optional<String> chosen) {

    /** Returns a problem if the named plugin does not open a listener. */
    List<StartProblem> problems(final Injector injector) {
        final List<String> listeners = injector.getInstance(Endpoints.class).listeners();
        return chosen.filter(name -> !listeners.contains(name)).stream()
                .map(name -> StartProblem.of("No plugin '" + name + "' of the application opens a listener.")
                        .from(injector.getInstance(Configuration.class)
                                .origin(key)
                                .orElse(key))
                        .remedy("Set " + key + " to one of these plugins, or remove it: " + String.join(", ", listeners)
                                + "."))
                .toList();
    }

    /** Logs that a path is not served by any listener. */
    void logMissing(final Logger logger, final String path, final Endpoints endpoints) {
        logger.info(
                "No listener serves {}. Add HttpPlugin.named(\"admin\"), or set {} to one of these plugins: {}.",
                path,
                key,
                String.join(", ", endpoints.listeners()));
    }
}
