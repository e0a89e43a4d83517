package org.jzenith.core;

import io.smallrye.config.ConfigMapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.plugin.LogConfigurer;
import org.jzenith.core.plugin.NamedConfigurations;
import org.jzenith.core.plugin.OptionalConfigurations;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** The settings of an application and its plugins, the values that plugins provide, and the configuration as each plugin sees it. */
final class ApplicationConfiguration {

    private final List<Plugin> plugins;
    private final JZenith application;
    private final Map<String, Map<String, String>> announced = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> provided = new LinkedHashMap<>();
    private @Nullable Configuration read;
    private @Nullable Configuration completed;

    ApplicationConfiguration(final List<Plugin> plugins, final JZenith application) {
        this.plugins = plugins;
        this.application = application;
    }

    /** Returns the problems with the types that the application passes to {@code withSettings}. */
    List<StartProblem> problems() {
        return application.settings.stream()
                .filter(type -> !isMapping(type))
                .map(type -> StartProblem.of("The type " + type.getName() + " cannot hold settings, because it is "
                                + (type.isInterface() ? "not annotated with @ConfigMapping." : "not an interface."))
                        .from("withSettings(..)")
                        .remedy("Declare the settings as methods of an interface annotated with"
                                + " @ConfigMapping(prefix = \"..\")."))
                .toList();
    }

    /**
     * Reads all settings, and adds those that plugins announce.
     *
     * @param wrong receives the problems with values
     * @param unknown receives the problems with keys
     */
    Configuration read(final PluginOptions options, final List<StartProblem> wrong, final List<StartProblem> unknown) {
        final Configuration.Builder builder = Configuration.builder(application.arguments)
                .withCode(application.configuration)
                .withOverrides(application.overridingConfiguration)
                .withTypes(types());
        options.declareIn(builder);
        if (!application.configurationFiles) {
            builder.withoutFiles();
        }
        plugins.stream()
                .filter(plugin -> !plugin.qualifier().isEmpty())
                .forEach(plugin -> builder.withTypes(plugin.qualifier(), types(plugin)));
        for (final Plugin plugin : plain()) {
            if (plugin instanceof final NamedConfigurations parts) {
                PluginPhases.describe(plugin, "name its named configurations", parts::namedConfigurations)
                        .forEach((name, type) -> builder.withTypes(name, List.of(type)));
            }
            if (plugin instanceof final OptionalConfigurations parts) {
                builder.withOptionalTypes(PluginPhases.describe(
                        plugin, "name its optional configurations", parts::optionalConfigurations));
            }
        }
        final List<StartProblem> wrongWithout = new ArrayList<>();
        final List<StartProblem> unknownWithout = new ArrayList<>();
        final Configuration configured = builder.read(wrongWithout, unknownWithout);
        read = configured;
        if (!configured.wantsHelp()) {
            announce();
        }
        if (announced.isEmpty()) {
            wrong.addAll(wrongWithout);
            unknown.addAll(unknownWithout);
            completed = configured;
        } else {
            completed = configured.withPluginConfiguration(announced, wrong, unknown);
        }
        return completed;
    }

    private void announce() {
        for (final Plugin plugin : plugins) {
            if (plugin instanceof final ConfigurationProvider provider) {
                final Map<String, String> values = withFullKeys(
                        plugin,
                        PluginPhases.describe(
                                plugin, "announce settings", () -> provider.announceConfiguration(of(plugin))));
                if (!values.isEmpty()) {
                    announced.put(plugin.name(), values);
                }
            }
        }
    }

    /**
     * Lets plugins adjust the log.
     *
     * @param name the name of the application
     */
    void configureLog(final String name) {
        for (final Plugin plugin : plugins) {
            if (plugin instanceof final LogConfigurer log) {
                PluginPhases.describe(plugin, "configure the log", () -> {
                    log.configureLog(completed(plugin), name);
                    return true;
                });
            }
        }
    }

    /** Lets the development session listen at the configured addresses, and moves the application's own listeners to other addresses. */
    Configuration inDevelopment(final DevelopmentSession session) {
        final List<DevelopmentSession.Listener> listeners = new ArrayList<>();
        for (final Plugin plugin : plugins) {
            if (plugin instanceof final ListenerOpener opener) {
                PluginPhases.describe(plugin, "name its listeners", () -> opener.listeners(of(plugin)))
                        .forEach((name, prefix) -> listeners.add(listener(plugin, name, prefix)));
            }
        }
        final Configuration overridden =
                Objects.requireNonNull(read).withDevelopmentConfiguration(session.takeOver(listeners));
        read = overridden;
        return announced.isEmpty() ? overridden : overridden.withPluginConfiguration(announced);
    }

    private DevelopmentSession.Listener listener(final Plugin plugin, final String name, final String prefix) {
        final Configuration own = of(plugin);
        final String host = prefix + ".host";
        final String port = prefix + ".port";
        return new DevelopmentSession.Listener(
                name,
                own.key(host),
                // Without a configured host, only this machine can connect.
                own.origin(host).flatMap(set -> own.value(host)).orElse("localhost"),
                own.key(port),
                own.value(port).map(Integer::valueOf).orElse(0),
                own.origin(port).orElse("the default of " + own.key(port)));
    }

    /** The configuration as a plugin sees it, without the settings that plugins provide. */
    Configuration of(final Plugin plugin) {
        return of(plugin, Objects.requireNonNull(read));
    }

    /** The configuration as a plugin sees it, with the settings that plugins announce. */
    Configuration completed(final Plugin plugin) {
        return of(plugin, Objects.requireNonNull(completed));
    }

    private static Configuration of(final Plugin plugin, final Configuration all) {
        return plugin.qualifier().isEmpty() ? all : all.qualified(plugin.qualifier());
    }

    private Map<String, String> withFullKeys(final Plugin plugin, final Map<String, String> values) {
        final Configuration given = of(plugin);
        final Map<String, String> full = new LinkedHashMap<>();
        values.forEach((key, value) -> full.put(given.key(key), value));
        return full;
    }

    /**
     * Adds the settings that a plugin provides for this application alone.
     *
     * @param values the values by key, without the plugin's qualifier
     * @throws StartException if another plugin already provides one of the keys
     */
    void provide(final Plugin plugin, final Map<String, String> values) {
        final Map<String, String> full = withFullKeys(plugin, values);
        provided.forEach((other, others) -> {
            final Set<String> both = new TreeSet<>(others.keySet());
            both.retainAll(full.keySet());
            if (!both.isEmpty()) {
                throw new StartException(StartProblem.of("The plugins '" + other + "' and '" + plugin.name()
                                + "' both provide " + String.join(", ", both) + ".")
                        .remedy("Remove one of the plugins, or configure the key."));
            }
        });
        if (!full.isEmpty()) {
            provided.put(plugin.name(), full);
        }
    }

    /** The names of the plugins that provide settings. */
    Set<String> providers() {
        return provided.keySet();
    }

    /** The configuration with the settings that plugins provide. */
    Configuration withProvided() {
        final Configuration asked = Objects.requireNonNull(read);
        return provided.isEmpty() && announced.isEmpty() ? asked : asked.withPluginConfiguration(provided);
    }

    /** The settings interfaces of jZenith, of plugins without a qualifier, and of the application. */
    Set<Class<?>> types() {
        final Set<Class<?>> types = new LinkedHashSet<>();
        types.add(JZenithConfiguration.class);
        types.add(HealthConfiguration.class);
        plain().forEach(plugin -> types.addAll(types(plugin)));
        application.settings.stream()
                .filter(ApplicationConfiguration::isMapping)
                .forEach(types::add);
        return types;
    }

    /** The settings interfaces of a plugin. */
    static List<Class<?>> types(final Plugin plugin) {
        return PluginPhases.describe(plugin, "name its configurations", plugin::configurations);
    }

    private List<Plugin> plain() {
        return plugins.stream().filter(plugin -> plugin.qualifier().isEmpty()).toList();
    }

    private static boolean isMapping(final Class<?> type) {
        return type.isInterface() && type.isAnnotationPresent(ConfigMapping.class);
    }
}
