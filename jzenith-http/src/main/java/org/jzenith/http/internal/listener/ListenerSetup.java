package org.jzenith.http.internal.listener;

import io.vertx.core.http.HttpServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.SlowRequestLog;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.internal.configuration.HttpConfiguration;

/**
 * The listeners of a plugin as the application's code describes them.
 *
 * @param settings the interface of their settings
 * @param qualifier distinguishes the plugin from others; empty for the main listener
 * @param optionChanges change the options of Vert.x's HTTP server, in this order
 */
public record ListenerSetup(
        Class<? extends HttpConfiguration> settings,
        String qualifier,
        List<Consumer<HttpServerOptions>> optionChanges) {

    /** Checks that there is a qualifier. */
    public ListenerSetup {
        Objects.requireNonNull(qualifier, "qualifier");
        optionChanges = List.copyOf(optionChanges);
    }

    /**
     * Adds a change of the server's options.
     *
     * @param change runs after the earlier ones
     * @return a changed copy
     */
    public ListenerSetup withOptionChange(final Consumer<HttpServerOptions> change) {
        final List<Consumer<HttpServerOptions>> all = new ArrayList<>(optionChanges);
        all.add(Objects.requireNonNull(change, "change"));
        return new ListenerSetup(settings, qualifier, all);
    }

    /**
     * Adds the changes that another plugin makes to the options of the same listener.
     *
     * @param other its changes are made first
     * @return a changed copy
     */
    public ListenerSetup withOptionsOf(final ListenerSetup other) {
        final List<Consumer<HttpServerOptions>> all = new ArrayList<>(other.optionChanges);
        all.addAll(optionChanges);
        return new ListenerSetup(settings, qualifier, all);
    }

    /**
     * Returns the listeners of an {@code HttpPlugin}.
     *
     * @param plugin any plugin
     * @return empty for another plugin
     */
    public static Optional<ListenerSetup> of(final Plugin plugin) {
        return plugin instanceof final HttpPhases http ? Optional.of(http.setup()) : Optional.empty();
    }

    /**
     * Returns a plugin that opens the listeners for mounts.
     *
     * @return the plugin that an {@code HttpPlugin} describes
     */
    public Plugin plugin() {
        return new HttpPhases(this);
    }

    /**
     * Returns the name of the first listener, which is that of the plugin.
     *
     * @return {@code rest} or, for example, {@code rest.admin}
     */
    public ListenerName listener() {
        return ListenerName.named(qualifier);
    }

    /**
     * Returns the prefix of the settings of each listener with a port, by its name.
     *
     * @param configuration the settings as the plugin sees them
     * @return the plugin's first listener, then the further ones
     */
    public Map<String, String> prefixes(final Configuration configuration) {
        // Wrong settings are reported when the plugin is checked.
        return ListenerAddresses.prefixes(
                listener(), StartException.collect(new ArrayList<>(), () -> configuration.get(settings)));
    }

    /**
     * Reads the files of TLS, so that a missing one is reported before others start, such as an embedded database.
     *
     * @param configuration the settings as the plugin sees them
     * @throws StartException with all mistakes in the files
     */
    public void checkFiles(final Configuration configuration) {
        ListenerAddresses.checkFiles(configuration.get(settings), configuration);
    }

    /**
     * Returns the observers of the log of slow requests.
     *
     * @param configuration the settings as the plugin sees them
     * @return empty if the log is off
     */
    public List<EventObserver<?>> observers(final Configuration configuration) {
        return configuration
                .get(settings)
                .slowRequest()
                .map(limit -> SlowRequestLog.observers(listener().plugin(), limit))
                .orElse(List.of());
    }
}
