package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.configuration.source.Setting;

/** The texts of {@code --help} and {@code --explain-config}. */
final class ConfigurationText {

    private static final String HELP = """
            Settings, in the order of precedence: --key=value, system property key, environment KEY,
            --config=FILE, profile files, application.properties or .yaml, code, plugins, default.

            Flags:
              --config=FILE      read this .properties, .yaml or .yml file, above all other files
              --profile=NAME     choose application-NAME files and %NAME. keys; also JZENITH_PROFILE
              --help             show this text and exit
              --explain-config   show every key, its value and all its sources, and exit
              --check            look for mistakes, but open and connect to nothing; exit code 0 if there are none
              --training-run     start, warm up, stop and exit; for class archives (AppCDS, AOT cache)
              --dev              compile and restart when a source changes; needs jzenith-dev on the class path
              --debug            show stack traces when startup fails
            """;

    private ConfigurationText() {}

    /**
     * Every key with type, default and description, grouped by prefix, and the flags.
     *
     * @param options the options that plugins bring, by name
     */
    static String help(final KeyCatalogue catalogue, final Map<String, CommandLineArguments.Option> options) {
        final StringBuilder text = new StringBuilder(HELP);
        text.append(options.isEmpty() ? "" : "\nOptions of plugins:\n");
        options.forEach((name, option) -> text.append(String.format(
                Locale.ROOT,
                "  --%-16s %s\n",
                option.takesValue() ? name + "=" + option.placeholder() : name,
                option.description())));
        for (final String prefix : catalogue.prefixes()) {
            text.append('\n')
                    .append(prefix.isEmpty() ? "Without prefix" : prefix)
                    .append(":\n");
            for (final ConfigurationKey key : catalogue.keys()) {
                if (prefix.equals(catalogue.prefixOf(key.name()))) {
                    append(text, key);
                }
            }
        }
        return text.toString();
    }

    private static void append(final StringBuilder text, final ConfigurationKey key) {
        text.append("  --").append(key.name()).append("  (").append(key.type());
        final String value = key.defaultText();
        if (key.defaultValue() != null) {
            text.append(", default ").append(value.isEmpty() ? "empty" : value);
        } else if (key.required()) {
            text.append(", required");
        }
        text.append(")\n");
        if (!key.description().isEmpty()) {
            text.append("      ").append(key.description()).append('\n');
        }
    }

    /** Every key, its value, its source, and the values of weaker sources. */
    static String explain(
            final KeyCatalogue catalogue, final Sources sources, final UnaryOperator<@Nullable String> values) {
        final Masker masker = new Masker(catalogue, sources.ordered());
        final Set<String> names = new TreeSet<>(sources.names());
        names.removeIf(name -> !catalogue.knows(name));
        catalogue.names().stream().filter(name -> !KeyPattern.isOpen(name)).forEach(names::add);
        addKeysOfNamedGroups(names, catalogue);
        final StringBuilder text = new StringBuilder();
        for (final String name : names) {
            final List<Setting> all = new ArrayList<>(sources.all(name));
            final @Nullable String preset = catalogue.defaultValue(name);
            if (preset != null) {
                all.add(new Setting(preset, "default"));
            }
            final @Nullable String value = values.apply(name);
            text.append(name);
            for (int i = 0; i < all.size(); i++) {
                final Setting setting = all.get(i);
                text.append(i == 0 ? " = " : "    over ")
                        .append(
                                i == 0
                                        ? masker.shown(name, value == null ? setting.value() : value)
                                        : masker.written(name, setting.value()))
                        .append(i == 0 ? "\n    from " : " from ")
                        .append(setting.origin())
                        .append('\n');
            }
            text.append(all.isEmpty() ? " is not set\n" : "");
        }
        return text.toString();
    }

    /** If one key of a named group is set, such as a listener's, adds all other keys of that group. */
    private static void addKeysOfNamedGroups(final Set<String> names, final KeyCatalogue catalogue) {
        final Set<String> more = new TreeSet<>();
        for (final String pattern : catalogue.names()) {
            final int star = pattern.indexOf('*');
            final String rest = pattern.substring(star + 1);
            if (star >= 0 && rest.indexOf('.') >= 0 && !KeyPattern.isOpen(rest)) {
                final String group = pattern.substring(0, star);
                names.stream()
                        .filter(name -> catalogue.isOfPattern(name, group + "*"))
                        .map(name -> name.substring(group.length()))
                        .filter(name -> name.indexOf(rest.charAt(0)) > 0)
                        .map(name -> group + name.substring(0, name.indexOf(rest.charAt(0))) + rest)
                        .filter(catalogue::knows)
                        .forEach(more::add);
            }
        }
        names.addAll(more);
    }
}
