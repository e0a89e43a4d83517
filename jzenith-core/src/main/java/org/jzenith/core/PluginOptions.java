package org.jzenith.core;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.problem.StartProblem;

/** The command line options that the plugins of an application bring. */
final class PluginOptions {

    private final Map<String, Brought> byName = new LinkedHashMap<>();
    private final List<StartProblem> problems = new ArrayList<>();

    private record Brought(Plugin plugin, CommandLineOption option) {}

    PluginOptions(final List<Plugin> plugins) {
        for (final Plugin plugin : plugins) {
            PluginPhases.describe(plugin, "name its command line options", plugin::commandLineOptions)
                    .forEach(option -> add(new Brought(plugin, option)));
        }
    }

    private void add(final Brought brought) {
        final String qualifier = brought.plugin.qualifier();
        final String name = brought.option.name() + (qualifier.isEmpty() ? "" : "." + qualifier);
        final Brought other = byName.putIfAbsent(name, brought);
        if (other != null) {
            final String plugin = brought.plugin.name();
            problems.add(
                    plugin.equals(other.plugin.name())
                            ? StartProblem.of("The plugin '" + plugin + "' brings the option --" + name + " twice.")
                                    .remedy("Give one of the two another name.")
                            : StartProblem.of("The plugins '" + other.plugin.name() + "' and '" + plugin
                                            + "' both bring the option --" + name + ".")
                                    .remedy("Leave one of them out, or give one option another name."));
        }
    }

    /** Two plugins that bring the same option. */
    List<StartProblem> problems() {
        return problems;
    }

    /** Adds the options to a configuration. */
    void declareIn(final Configuration.Builder builder) {
        byName.forEach((name, brought) -> builder.withOption(
                name, brought.option.placeholder(), brought.option.description() + " (" + brought.plugin.name() + ")"));
    }

    boolean isIn(final List<String> arguments) {
        return byName.entrySet().stream().anyMatch(each -> {
            final String written = "--" + each.getKey();
            return each.getValue().option.takesValue()
                    ? arguments.stream().anyMatch(argument -> argument.startsWith(written + "="))
                    : arguments.contains(written) || arguments.contains(written + "=true");
        });
    }

    /** The texts of the options on the command line that work without the application; empty if there are none. */
    List<String> textsWithoutApplication(final Configuration configuration) {
        final List<String> texts = new ArrayList<>();
        byName.forEach((name, brought) -> {
            final Supplier<String> text = brought.option.standaloneText();
            if (text != null && configuration.options().contains(name)) {
                texts.add(PluginPhases.describe(brought.plugin, "run --" + name, text));
            }
        });
        return texts;
    }

    /** The texts of the options that are on the command line. */
    List<String> texts(
            final Configuration configuration,
            final PluginPhases phases,
            final Function<Plugin, Injector> objects,
            final Duration limit) {
        final List<String> texts = new ArrayList<>();
        byName.forEach((name, brought) -> {
            final BiFunction<Injector, String, String> text = brought.option.text();
            if (text != null && configuration.options().contains(name)) {
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
}
