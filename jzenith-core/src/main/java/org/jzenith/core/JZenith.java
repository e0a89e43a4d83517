package org.jzenith.core;

import com.google.inject.Module;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jzenith.core.problem.StartException;

/**
 * The recipe of an application. One screen of code assembles a server:
 *
 * <pre>{@code
 * public static void main(final String... args) {
 *     JZenith.application(args)
 *            .withPlugins(RestPlugin.withResources(HelloResource.class))
 *            .withModules(new HelloModule())
 *            .withConfiguration("rest.port", 9090)
 *            .run();
 * }
 * }</pre>
 *
 * <p>A recipe can be run several times, also at the same time in one JVM; each run is an application of its own. Each
 * method changes the recipe and returns it. Not thread-safe.
 */
public final class JZenith {

    private final List<String> arguments;
    private final List<Plugin> plugins = new ArrayList<>();
    private final List<Module> modules = new ArrayList<>();
    private final Map<String, Object> configuration = new LinkedHashMap<>();
    private final List<Module> overridingModules = new ArrayList<>();
    private final Map<String, Object> overridingConfiguration = new LinkedHashMap<>();

    private JZenith(final List<String> arguments) {
        this.arguments = arguments;
    }

    /**
     * Begins a recipe.
     *
     * @param arguments the command line: {@code --key=value} for any setting, {@code --config=FILE}, {@code
     *     --profile=NAME}, {@code --help}, {@code --explain-config}, {@code --training-run},
     *     {@code --debug}
     * @return an empty recipe
     */
    public static JZenith application(final String... arguments) {
        return new JZenith(List.of(arguments));
    }

    /**
     * Adds plugins. Their order does not matter: each moment of the start comes for all of them before the next.
     *
     * @param added plugins with different names
     * @return this recipe
     */
    public JZenith withPlugins(final Plugin... added) {
        plugins.addAll(List.of(added));
        return this;
    }

    /**
     * Adds the application's own bindings. Bindings are explicit: what is injected is bound.
     *
     * @param added Guice modules that do no I/O
     * @return this recipe
     */
    public JZenith withModules(final Module... added) {
        modules.addAll(List.of(added));
        return this;
    }

    /**
     * Gives a setting the application's own default. Files, environment, system properties and the command line win
     * over it.
     *
     * @param key the key, for example {@code rest.port}
     * @param value the value; its {@code toString()} is what a file would hold
     * @return this recipe
     */
    public JZenith withConfiguration(final String key, final Object value) {
        configuration.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Replaces bindings, for tests: a binding in these modules wins over the same binding in any other module.
     *
     * @param added Guice modules
     * @return this recipe
     */
    public JZenith withOverridingModules(final Module... added) {
        overridingModules.addAll(List.of(added));
        return this;
    }

    /**
     * Sets a value that wins over every other source, for tests.
     *
     * @param key the key
     * @param value the value; its {@code toString()} is what a file would hold
     * @return this recipe
     */
    public JZenith withOverridingConfiguration(final String key, final Object value) {
        overridingConfiguration.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * The plugins added so far.
     *
     * @return a copy
     */
    public List<Plugin> plugins() {
        return List.copyOf(plugins);
    }

    /**
     * The settings given in code so far, those for tests included.
     *
     * @return a copy: key and value
     */
    public Map<String, Object> configuration() {
        final Map<String, Object> all = new LinkedHashMap<>(configuration);
        all.putAll(overridingConfiguration);
        return Collections.unmodifiableMap(all);
    }

    /**
     * Starts the application: configuration, then wiring, then everything requests will need, then the doors. Returns
     * when the application is open; its own threads keep the JVM alive. SIGTERM and SIGINT stop it in order.
     *
     * <p>With {@code --help} or {@code --explain-config} it prints, starts nothing and returns an application that has
     * stopped already.
     *
     * <p>With {@code --training-run} it starts, lets every plugin do once what requests will do, stops in order and
     * returns the application that has stopped.
     *
     * @return the running application
     * @throws StartException with all problems at once if it cannot start; everything already started is stopped. Left
     *     uncaught in {@code main}, the JVM prints the report and ends with exit code 1
     * @throws IllegalStateException if called on an event loop, which it would block
     */
    public Application run() {
        return new Start(
                        arguments,
                        List.copyOf(plugins),
                        List.copyOf(modules),
                        new LinkedHashMap<>(configuration),
                        List.copyOf(overridingModules),
                        new LinkedHashMap<>(overridingConfiguration))
                .run();
    }
}
