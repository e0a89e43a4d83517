package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** Parses the command line: {@code --key=value}, {@code --key} for true, and the framework's flags. */
final class CommandLineArguments {

    static final String CONFIG = "config";
    static final String PROFILE = "profile";
    static final String HELP = "help";
    static final String EXPLAIN = "explain-config";
    static final String DEBUG = "debug";
    static final String TRAINING = "training-run";

    private static final String COMMAND_LINE = "the command line";
    private static final List<String> FLAGS = List.of(CONFIG, PROFILE, HELP, EXPLAIN, DEBUG, TRAINING);

    private final KeyCatalogue catalogue;
    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final Map<String, String> flags = new LinkedHashMap<>();
    private final List<StartProblem> problems = new ArrayList<>();

    private CommandLineArguments(final KeyCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    static CommandLineArguments parse(final List<String> arguments, final KeyCatalogue catalogue) {
        final CommandLineArguments parsed = new CommandLineArguments(catalogue);
        for (int i = 0; i < arguments.size(); i++) {
            final String next = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
            if (parsed.parse(arguments.get(i), next)) {
                i++;
            }
        }
        return parsed;
    }

    /** Returns whether the next argument was meant as the value of this one, so that one mistake is reported once. */
    private boolean parse(final String argument, final String next) {
        if (!argument.startsWith("--") || argument.length() == 2) {
            stray(argument);
            return false;
        }
        final int equals = argument.indexOf('=');
        final String name = equals < 0 ? argument.substring(2) : argument.substring(2, equals);
        final @Nullable String value = equals < 0 ? null : argument.substring(equals + 1);
        return FLAGS.contains(name) ? flag(name, value, next) : setting(name, value, next);
    }

    private boolean flag(final String name, final @Nullable String value, final String next) {
        if (name.equals(CONFIG) || name.equals(PROFILE)) {
            if (value == null || value.isBlank()) {
                return valueMissing(name, next);
            }
            flags.put(name, value);
            return false;
        }
        try {
            final Boolean on = value == null ? Boolean.TRUE : ValueConverters.bool(value);
            flags.put(name, String.valueOf(on));
        } catch (final IllegalArgumentException e) {
            problems.add(StartProblem.of("--" + name + " is '" + value + "', which is not true or false.")
                    .from(COMMAND_LINE)
                    .remedy("Write --" + name + " alone."));
        }
        return false;
    }

    private boolean setting(final String written, final @Nullable String value, final String next) {
        final String name = Profiles.strip(written);
        final KeyCatalogue.@Nullable Entry entry = catalogue.find(name);
        if (entry == null && !name.equals(KeyCatalogue.PROFILE)) {
            unknown(name, value);
            return value == null && isBare(next);
        }
        final boolean bool =
                entry != null && (entry.valueType() == boolean.class || entry.valueType() == Boolean.class);
        if (value == null && !bool) {
            return valueMissing(name, next);
        }
        settings.put(written, new Setting(value == null ? "true" : value, "--" + written + " (command line)"));
        return false;
    }

    private boolean valueMissing(final String name, final String next) {
        final boolean bare = isBare(next);
        final boolean secret = catalogue.isSecret(name);
        problems.add(StartProblem.of("--" + name + " has no value.")
                .from(COMMAND_LINE)
                .remedy("Write --" + name + "=" + (bare && !secret ? Masker.maskCredentials(next) : "VALUE")
                        + ", with an equals sign."));
        return bare;
    }

    private static boolean isBare(final String next) {
        return !next.isEmpty() && next.charAt(0) != '-';
    }

    private void unknown(final String name, final @Nullable String value) {
        final List<String> nearest = Suggestions.nearest(name, known());
        final boolean secret = Masker.looksSecret(name) || nearest.stream().anyMatch(catalogue::isSecret);
        final String shown =
                value == null ? "" : " (value '" + (secret ? Masker.MASK : Masker.maskCredentials(value)) + "')";
        problems.add(StartProblem.of("--" + name + shown + " is not understood.")
                .from(COMMAND_LINE)
                .remedy(
                        nearest.isEmpty()
                                ? "Remove it; --help lists everything that is understood."
                                : "Did you mean --" + String.join(" or --", nearest) + "?"));
    }

    private void stray(final String argument) {
        int dashes = 0;
        while (dashes < argument.length() && argument.charAt(dashes) == '-') {
            dashes++;
        }
        final String bare = argument.substring(dashes);
        final int equals = bare.indexOf('=');
        final String name = equals < 0 ? bare : bare.substring(0, equals);
        final List<String> nearest =
                name.equals("h") || name.equals("?") ? List.of(HELP) : Suggestions.nearest(name, known());
        final String shown = equals >= 0 ? name + "=" + Masker.MASK : Masker.maskCredentials(bare);
        problems.add(StartProblem.of("'" + "-".repeat(dashes) + shown + "' on the command line is not understood.")
                .from(COMMAND_LINE)
                .remedy(
                        nearest.isEmpty()
                                ? "Settings have the form --key=value; --help lists them."
                                : "Did you mean --" + String.join(" or --", nearest) + "?"));
    }

    private List<String> known() {
        final List<String> known = new ArrayList<>(catalogue.names());
        known.addAll(FLAGS);
        return known;
    }

    Map<String, Setting> settings() {
        return settings;
    }

    List<StartProblem> problems() {
        return problems;
    }

    boolean has(final String flag) {
        return Boolean.parseBoolean(flags.get(flag));
    }

    @Nullable
    String value(final String flag) {
        return flags.get(flag);
    }
}
