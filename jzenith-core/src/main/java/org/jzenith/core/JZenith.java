package org.jzenith.core;

import com.google.inject.Module;
import io.vertx.core.VertxOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jzenith.core.development.DevelopmentMode;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.internal.start.BuilderOrigin;
import org.jzenith.core.internal.start.CallerLine;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * Builds and starts an application:
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
 * <p>You can call {@link #run} more than once: each call starts a separate application, and they can run at the same time. Each
 * method changes the builder and returns it. Not thread-safe.
 */
public final class JZenith {

    final BuilderOrigin origin;
    final List<StartProblem> mistakes = new ArrayList<>();
    final List<String> arguments;
    final List<PluginOrder.Added> plugins = new ArrayList<>();
    final List<Module> modules = new ArrayList<>();
    final List<Class<?>> settings = new ArrayList<>();
    final List<Consumer<VertxOptions>> vertxOptions = new ArrayList<>();
    final Map<String, Object> configuration = new LinkedHashMap<>();
    final List<Module> overridingModules = new ArrayList<>();
    final Map<String, Object> overridingConfiguration = new LinkedHashMap<>();
    boolean configurationFiles = true;

    private JZenith(final BuilderOrigin origin, final List<String> arguments) {
        this.origin = origin;
        this.arguments = arguments;
    }

    /**
     * Creates a builder.
     *
     * @param arguments the command line: {@code --key=value} for any setting, {@code --config=FILE}, {@code
     *     --profile=NAME}, {@code --help}, {@code --explain-config}, {@code --check}, {@code
     *     --training-run}, {@code --dev}, {@code --debug}
     * @return a builder without plugins and modules
     */
    public static JZenith application(final String... arguments) {
        return new JZenith(BuilderOrigin.ofCaller(JZenith.class), List.of(arguments));
    }

    /**
     * Adds plugins. Each startup phase runs for all plugins before the next phase starts. The order of plugins matters only for the guards
     * of a listener and the steps of resource methods.
     *
     * @param added plugins with unique names, or their descriptions, such as {@code RestPlugin.withResources(..)}
     * @return this builder
     */
    public JZenith withPlugins(final PluginSource... added) {
        final List<PluginSource> given = new ArrayList<>();
        addAll(added, given, "withPlugins");
        final String line = CallerLine.of(JZenith.class);
        given.forEach(source -> plugins.add(new PluginOrder.Added(source.plugin(), line)));
        return this;
    }

    /**
     * Adds the application's own bindings. Each injected type needs one, because jZenith creates no implicit bindings.
     *
     * @param added Guice modules that do no I/O
     * @return this builder
     */
    public JZenith withModules(final Module... added) {
        addAll(added, modules, "withModules");
        return this;
    }

    /**
     * Adds the application's settings interfaces. Each interface is read from all sources, checked, bound for injection, and shown by
     * {@code --help} and {@code --explain-config}. An undeclared key below the prefix of an interface fails startup.
     *
     * <pre>{@code
     * @ConfigMapping(prefix = "shop")
     * public interface ShopSettings {
     *
     *     @WithDefault("EUR")
     *     String currency();
     * }
     * }</pre>
     *
     * @param added {@code @ConfigMapping} interfaces; any other type fails startup
     * @return this builder
     */
    public JZenith withSettings(final Class<?>... added) {
        addAll(added, settings, "withSettings");
        return this;
    }

    /**
     * Sets the application's default for a setting. Files, environment variables, system properties and the command line override it.
     *
     * @param key the key, for example {@code rest.port}
     * @param value the value; its {@code toString()} is the text that a file would contain
     * @return this builder
     */
    public JZenith withConfiguration(final String key, final Object value) {
        configuration.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Customizes the options of the application's {@code Vertx}:
     *
     * <pre>{@code
     * .withVertxOptions(options -> options.getAddressResolverOptions().addServer("10.0.0.2"))
     * }</pre>
     *
     * <p>These options override the settings of jZenith, such as {@code jzenith.event-loops}.
     *
     * @param change called once at startup, on a separate thread, with the options that jZenith has prepared; several changes run in order.
     *     Startup fails if a change throws
     * @return this builder
     */
    public JZenith withVertxOptions(final Consumer<VertxOptions> change) {
        vertxOptions.add(Objects.requireNonNull(change, "change"));
        return this;
    }

    /**
     * Replaces bindings, for tests: a binding in these modules overrides the same binding in any other module.
     *
     * @param added Guice modules
     * @return this builder
     */
    public JZenith withOverridingModules(final Module... added) {
        addAll(added, overridingModules, "withOverridingModules");
        return this;
    }

    /**
     * Sets a value that overrides every other source, for tests.
     *
     * @param key the key
     * @param value the value; its {@code toString()} is the text that a file would contain
     * @return this builder
     */
    public JZenith withOverridingConfiguration(final String key, final Object value) {
        overridingConfiguration.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Ignores {@code application.properties}, {@code .yaml} and {@code .yml}, both beside the application and on the class path. Call this
     * in tests if these files belong to another application. A file named by {@code --config}, the environment, system properties and the
     * command line are still read.
     *
     * @return this builder
     */
    public JZenith withoutConfigurationFiles() {
        configurationFiles = false;
        return this;
    }

    /**
     * Returns the plugins added so far.
     *
     * @return a copy
     */
    public List<Plugin> plugins() {
        return plugins.stream().map(PluginOrder.Added::plugin).toList();
    }

    /**
     * Returns the settings given in code so far, including those for tests.
     *
     * @return a copy: key and value
     */
    public Map<String, Object> configuration() {
        final Map<String, Object> all = new LinkedHashMap<>(configuration);
        all.putAll(overridingConfiguration);
        return Collections.unmodifiableMap(all);
    }

    /**
     * Returns the settings of {@link #withOverridingConfiguration} so far.
     *
     * @return a copy: key and value
     */
    public Map<String, Object> overridingConfiguration() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(overridingConfiguration));
    }

    /**
     * Starts the application: configuration, injector, checks and preparation of the plugins, listeners. Returns when all listeners
     * are open; threads of the application keep the JVM running. SIGTERM and SIGINT shut it down gracefully.
     *
     * <p>With {@code --help} or {@code --explain-config} it prints, starts nothing and returns a stopped application.
     *
     * <p>With {@code --check} it looks for the mistakes that would fail startup: in the settings, in the bindings, and with {@link
     * Plugin#check} of every plugin. If there are none, it prints {@code ok} and returns a stopped application. Otherwise it throws, as
     * startup does. It connects to nothing and opens no listener.
     *
     * <p>With a {@linkplain Plugin#commandLineOptions plugin's option} it makes the same checks, and prints the option's text instead of
     * {@code ok}.
     *
     * <p>With {@code --training-run} it starts, calls {@link org.jzenith.core.plugin.WarmUp#warmUp} of every plugin that has it, shuts
     * down gracefully and returns the stopped application.
     *
     * <p>With {@code --dev} it runs the development mode, and returns a stopped application when that mode ends.
     *
     * @return the running application
     * @throws StartException with all problems at once if the application cannot start; everything already started is stopped. If {@code
     *     main} does not catch the exception, the JVM prints the report and ends with exit code 1
     * @throws IllegalStateException if called on an event loop, which it would block
     */
    public RunningApplication run() {
        origin.noteRun();
        try {
            final Optional<DevelopmentSession> session = DevelopmentSession.current();
            if (session.isEmpty() && DevelopmentOption.isIn(arguments, plugins())) {
                DevelopmentMode.find().run(DevelopmentOption.mainClass(), arguments);
                return RunningApplication.stopped();
            }
            return new Bootstrap(this, session.orElse(null)).run();
        } catch (final StartException e) {
            origin.noteFailure();
            throw e;
        }
    }

    /** Records a null as a problem of startup, so that it is reported together with all other problems. */
    private <T> void addAll(final T[] added, final List<? super T> all, final String method) {
        for (int i = 0; i < added.length; i++) {
            final T each = added[i];
            if (each == null) {
                mistakes.add(StartProblem.of("Argument " + (i + 1) + " of " + method + "(..) is null.")
                        .from(CallerLine.of(JZenith.class))
                        .remedy("Remove it, or pass a value."));
            } else {
                all.add(each);
            }
        }
    }
}
