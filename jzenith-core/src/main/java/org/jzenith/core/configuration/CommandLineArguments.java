package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.configuration.source.Profiles;
import org.jzenith.core.internal.configuration.source.Setting;
import org.jzenith.core.internal.start.Suggestions;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartProblem;

/** Parses the command line: {@code --key=value}, {@code --key} for true, and the framework's flags. */
final class CommandLineArguments {

    static final String CONFIG = "config";
    static final String PROFILE = "profile";
    static final String HELP = "help";
    static final String EXPLAIN = "explain-config";
    static final String CHECK = "check";
    static final String DEBUG = "debug";
    static final String TRAINING = "training-run";

    /** Read by {@code JZenith} before anything else. */
    static final String DEVELOPMENT = "dev";

    private static final List<String> FLAGS =
            List.of(CONFIG, PROFILE, HELP, EXPLAIN, CHECK, DEBUG, TRAINING, DEVELOPMENT);

    private final KeyCatalogue catalogue;

    private final Map<String, Option> options;

    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final Map<String, String> flags = new LinkedHashMap<>();
    private final List<StartProblem> problems = new ArrayList<>();

    /**
     * An option that a plugin adds.
     *
     * @param placeholder empty for an option without a value
     * @param description one line
     */
    record Option(String placeholder, String description) {

        boolean takesValue() {
            return !placeholder.isEmpty();
        }
    }

    private CommandLineArguments(final KeyCatalogue catalogue, final Map<String, Option> options) {
        this.catalogue = catalogue;
        this.options = options;
    }

    /** @param options the options that plugins bring, by name */
    static CommandLineArguments parse(
            final List<String> arguments, final KeyCatalogue catalogue, final Map<String, Option> options) {
        final CommandLineArguments parsed = new CommandLineArguments(catalogue, options);
        options.keySet().forEach(parsed::refuseTaken);
        for (int i = 0; i < arguments.size(); i++) {
            final String next = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
            // A value without equals sign belongs to the mistake before it, so that one mistake is reported once.
            if (!parsed.isUnderstood(arguments.get(i), next) && isValue(next)) {
                i++;
            }
        }
        return parsed;
    }

    private void refuseTaken(final String option) {
        if (FLAGS.contains(option) || catalogue.find(option) != null) {
            problems.add(StartProblem.of("A plugin defines the option --" + option + ", which is already a "
                            + (FLAGS.contains(option) ? "flag" : "setting") + ".")
                    .from("commandLineOptions() of the plugin")
                    .remedy("Rename the option."));
        }
    }

    /** Parses one argument. Returns false if the next argument could be the value of this one. */
    private boolean isUnderstood(final String argument, final String next) {
        final String written = argument.replaceFirst("^-*", "");
        final int equals = written.indexOf('=');
        final String name = equals < 0 ? written : written.substring(0, equals);
        final @Nullable String value = equals < 0 ? null : written.substring(equals + 1);
        final String key = Profiles.strip(name);
        final KeyCatalogue.@Nullable Entry entry = catalogue.find(key);
        if (!argument.startsWith("--") || argument.length() - written.length() != 2 || written.isEmpty()) {
            final String shown = equals < 0
                    ? Masker.maskCredentials(argument)
                    : argument.substring(0, argument.indexOf('=') + 1) + Masker.MASK;
            unknown(
                    name,
                    "'" + shown + "' on the command line",
                    equals < 0 && argument.startsWith("-") ? next : "",
                    "Settings have the form --key=value; --help lists them.");
            return equals >= 0 || !argument.startsWith("-");
        }
        if (FLAGS.contains(name) || options.containsKey(name)) {
            return flag(name, value, next);
        }
        if (entry == null && !key.equals(KeyCatalogue.PROFILE)) {
            final String masked = value == null
                    ? ""
                    : " (value '" + Masker.unknown(catalogue, key, Suggestions.nearest(key, known()), value) + "')";
            final String advice = adviceAbout(key);
            if (!advice.isEmpty()) {
                problem("--" + key + masked + " is not understood.", advice);
                return value != null;
            }
            unknown(
                    key,
                    "--" + key + masked,
                    value == null ? next : "",
                    "Remove it" + (value == null && isValue(next) ? ", and write values as --key=value" : "")
                            + "; --help lists all options and settings.");
            return value != null;
        }
        if (value == null && (entry == null || !entry.key().type().equals("true/false"))) {
            return valueMissing(key, next);
        }
        settings.put(name, new Setting(value == null ? "true" : value, "--" + name + " (command line)"));
        return true;
    }

    private String adviceAbout(final String key) {
        final String advice = catalogue.adviceAbout(key);
        if (advice != null) {
            return advice;
        }
        final int dot = key.indexOf('.');
        final String plugin = dot < 0 || catalogue.owns(key) ? "" : MissingPlugins.advice(key.substring(0, dot));
        return plugin.isEmpty() ? "" : plugin + ", or remove it.";
    }

    private boolean flag(final String name, final @Nullable String value, final String next) {
        final boolean named = name.equals(CONFIG) || name.equals(PROFILE) || isValued(name);
        if (named && (value == null || value.isBlank())) {
            return valueMissing(name, next);
        }
        try {
            flags.put(
                    name, named || value == null ? String.valueOf(value) : String.valueOf(ValueConverters.bool(value)));
            flags.replace(name, "null", "true");
        } catch (final IllegalArgumentException e) {
            problem("--" + name + " is '" + value + "', which is not true or false.", "Write --" + name + " alone.");
        }
        return true;
    }

    private boolean valueMissing(final String name, final String next) {
        final boolean shown = isValue(next) && !catalogue.isSecret(name);
        problem(
                "--" + name + " has no value.",
                "Write --" + name + "=" + (shown ? Masker.maskCredentials(next) : "VALUE") + ", with an equals sign.");
        return false;
    }

    /** @param next the argument after the unknown one, possibly its value */
    private void unknown(final String name, final String subject, final String next, final String otherwise) {
        final List<String> nearest =
                name.equals("h") || name.equals("?") ? List.of(HELP) : Suggestions.nearest(name, known());
        if (!isValue(next) || nearest.isEmpty() || nearest.stream().noneMatch(this::takesValue)) {
            problem(subject + " is not understood.", Suggestions.question("--", nearest, otherwise));
            return;
        }
        final String masked = Masker.unknown(catalogue, name, nearest, next);
        final String value = masked.equals(Masker.MASK) ? "VALUE" : masked;
        problem(
                subject + " is not understood.",
                Suggestions.question(
                                "--",
                                nearest.stream()
                                        .map(each -> takesValue(each) ? each + "=" + value : each)
                                        .toList(),
                                otherwise)
                        + " Values are written --key=value.");
    }

    private boolean takesValue(final String name) {
        return (!FLAGS.contains(name) && !options.containsKey(name))
                || name.equals(CONFIG)
                || name.equals(PROFILE)
                || isValued(name);
    }

    private boolean isValued(final String name) {
        final Option option = options.get(name);
        return option != null && option.takesValue();
    }

    private static boolean isValue(final String next) {
        return !next.isEmpty() && next.charAt(0) != '-';
    }

    private void problem(final String what, final String remedy) {
        problems.add(StartProblem.of(what).from("the command line").remedy(remedy));
    }

    private List<String> known() {
        final List<String> known = new ArrayList<>(catalogue.names());
        known.addAll(FLAGS);
        known.addAll(options.keySet());
        return known;
    }

    Map<String, Setting> settings() {
        return settings;
    }

    List<StartProblem> problems() {
        return problems;
    }

    Map<String, Option> options() {
        return options;
    }

    boolean hasOption(final String option) {
        return isValued(option) ? flags.containsKey(option) : has(option);
    }

    boolean has(final String flag) {
        return Boolean.parseBoolean(flags.get(flag));
    }

    @Nullable
    String value(final String flag) {
        return flags.get(flag);
    }
}
