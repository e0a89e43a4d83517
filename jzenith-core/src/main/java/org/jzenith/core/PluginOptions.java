package org.jzenith.core;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.problem.StartProblem;

/** The command line options that the plugins of an application bring. */
final class PluginOptions {

    private final Map<String, List<Brought>> byName = new LinkedHashMap<>();
    private final List<StartProblem> problems = new ArrayList<>();

    private record Brought(Plugin plugin, CommandLineOption option) {

        String name() {
            final String qualifier = plugin.qualifier();
            return option.name() + (option.shared() || qualifier.isEmpty() ? "" : "." + qualifier);
        }

        boolean mayStandBeside(final Brought other) {
            return option.shared() && other.option.shared() && plugin != other.plugin;
        }
    }

    PluginOptions(final List<Plugin> plugins) {
        for (final Plugin plugin : plugins) {
            PluginPhases.describe(plugin, "list its command line options", plugin::commandLineOptions)
                    .forEach(option -> add(new Brought(plugin, option)));
        }
    }

    private void add(final Brought brought) {
        final String name = brought.name();
        final List<Brought> all = byName.computeIfAbsent(name, each -> new ArrayList<>());
        final Brought other = all.isEmpty() ? null : all.get(all.size() - 1);
        if (other == null || brought.mayStandBeside(other)) {
            all.add(brought);
        } else {
            final String plugin = brought.plugin.name();
            problems.add(
                    plugin.equals(other.plugin.name())
                            ? StartProblem.of("The plugin '" + plugin + "' defines the option --" + name + " twice.")
                                    .remedy("Rename one of the two.")
                            : StartProblem.of("The plugins '" + other.plugin.name() + "' and '" + plugin
                                            + "' both define the option --" + name + ".")
                                    .remedy("Remove one of the plugins, or rename one of the options."));
        }
    }

    /** The problems of options that are defined twice. */
    List<StartProblem> problems() {
        return problems;
    }

    /** Adds the options to a configuration. */
    void declareIn(final Configuration.Builder builder) {
        byName.forEach((name, all) -> {
            final CommandLineOption option = all.get(0).option;
            final StringJoiner plugins = new StringJoiner(", ", " (", ")");
            all.forEach(each -> plugins.add(each.plugin.name()));
            builder.withOption(name, option.placeholder(), option.description() + plugins);
        });
    }

    boolean isIn(final List<String> arguments) {
        return byName.entrySet().stream().anyMatch(each -> {
            final String written = "--" + each.getKey();
            return each.getValue().get(0).option.takesValue()
                    ? arguments.stream().anyMatch(argument -> argument.startsWith(written + "="))
                    : arguments.contains(written) || arguments.contains(written + "=true");
        });
    }

    /** The texts of the options on the command line that work without the application; empty if there are none. */
    List<String> textsWithoutApplication(final Configuration configuration) {
        final List<String> texts = new ArrayList<>();
        forEachAsked(configuration, (name, brought) -> {
            final Supplier<String> text = brought.option.standaloneText();
            if (text != null) {
                texts.add(PluginPhases.describe(brought.plugin, "run --" + name, text));
            }
        });
        return texts;
    }

    /** Returns true if an option on the command line uses the settings that plugins provide. */
    boolean connect(final Configuration configuration) {
        return isAsked(configuration, CommandLineOption::connects);
    }

    /** Returns true if an option on the command line needs prepared plugins. */
    boolean prepare(final Configuration configuration) {
        return isAsked(configuration, CommandLineOption::prepared);
    }

    private boolean isAsked(final Configuration configuration, final Predicate<CommandLineOption> trait) {
        return byName.entrySet().stream()
                .anyMatch(each -> trait.test(each.getValue().get(0).option)
                        && configuration.options().contains(each.getKey()));
    }

    /** The texts of the options that are on the command line. */
    List<String> texts(
            final Configuration configuration,
            final PluginPhases phases,
            final Function<Plugin, Injector> objects,
            final Duration limit) {
        final List<String> texts = new ArrayList<>();
        forEachAsked(configuration, (name, brought) -> {
            final BiFunction<Injector, String, String> text = brought.option.text();
            if (text != null) {
                phases.run(
                        brought.plugin,
                        "run --" + name,
                        () -> Completable.fromAction(() ->
                                texts.add(text.apply(objects.apply(brought.plugin), configuration.optionValue(name)))),
                        limit);
            }
        });
        return texts;
    }

    private void forEachAsked(final Configuration configuration, final BiConsumer<String, Brought> action) {
        byName.forEach((name, all) -> {
            if (configuration.options().contains(name)) {
                all.forEach(brought -> action.accept(name, brought));
            }
        });
    }
}
