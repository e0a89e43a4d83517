package org.jzenith.core.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import org.jzenith.core.configuration.Configuration;

/** A {@link org.jzenith.core.Plugin} that looks for mistakes before the application's objects are created. */
@CheckReturnValue
public interface ConfigurationChecker {

    /**
     * Looks for mistakes in settings, and in values given to the plugin in code, that the interfaces of {@link
     * org.jzenith.core.Plugin#configurations} do not find. Called before anything starts. It changes nothing and connects to nothing. The
     * problems of all plugins are reported together.
     *
     * @param configuration the configured values, with those that plugins {@linkplain ConfigurationProvider#announceConfiguration announce}
     * @return completes if there is no mistake; a {@link org.jzenith.core.problem.StartException} holds all mistakes of this plugin, any
     *     other error is reported with the plugin's name
     */
    Completable checkConfiguration(Configuration configuration);
}
