package org.jzenith.core.configuration;

import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.configuration.source.Setting;
import org.jzenith.core.problem.StartProblem;

/** Turns the findings of SmallRye and Hibernate Validator into startup problems. */
final class MappingProblems {

    /** A property that cannot be converted (39, 41), is missing (14) or empty (40). */
    private static final Pattern PROPERTY =
            Pattern.compile("SRCFG000(39|41|14|40): The config property (.*?) (?:with the config value|is )");

    private static final Pattern EXPRESSION = Pattern.compile("SRCFG00011.* in property (.*)", Pattern.DOTALL);
    private static final Pattern NO_VALUE = Pattern.compile("Could not expand value (.*?) in property ");

    private final KeyCatalogue catalogue;
    private final Sources sources;
    private final Masker masker;
    private final UnaryOperator<@Nullable String> values;
    private final Set<String> unresolved = new HashSet<>();
    private final Set<String> faulty = new HashSet<>();
    private final Map<String, StartProblem> problems = new LinkedHashMap<>();

    MappingProblems(final KeyCatalogue catalogue, final Sources sources, final UnaryOperator<@Nullable String> values) {
        this.catalogue = catalogue;
        this.sources = sources;
        this.masker = new Masker(catalogue, sources.ordered());
        this.values = values;
    }

    List<StartProblem> all() {
        return List.copyOf(problems.values());
    }

    private void add(final StartProblem problem) {
        problems.putIfAbsent(problem.toString(), problem);
    }

    void expression(final String key, final String message) {
        faulty.add(key);
        unresolved.add(key);
        final Matcher without = NO_VALUE.matcher(message);
        if (without.find()) {
            final String missing = without.group(1);
            add(StartProblem.of(key + " uses ${" + missing + "}, which has no value.")
                    .from(origin(key))
                    .remedy("Set " + missing + ", or give it a default: ${" + missing + ":default}."));
        } else if (message.contains("too deep")) {
            add(StartProblem.of(key + " refers to itself through its expression.")
                    .from(origin(key))
                    .remedy("Remove the cycle of ${..} expressions."));
        } else {
            add(StartProblem.of(key + " has an expression that cannot be resolved.")
                    .from(origin(key))
                    .remedy("Write ${other.key} or ${other.key:default}; a plain dollar sign is written \\$."));
        }
    }

    /** @param message a message of SmallRye; only its number and its key are used */
    void mapping(final String message) {
        final Matcher property = PROPERTY.matcher(message);
        final Matcher expression = EXPRESSION.matcher(message);
        if (property.find()) {
            final String key = property.group(2);
            if (property.group(1).equals("39") || property.group(1).equals("41")) {
                unconvertible(key);
            } else {
                missing(key);
            }
        } else if (expression.find()) {
            if (!unresolved.contains(expression.group(1))) {
                expression(expression.group(1), message);
            }
        } else if (unresolved.isEmpty() || (!message.contains("SRCFG00025") && !message.contains("SRCFG00046"))) {
            add(StartProblem.of("The configuration cannot be read: " + Masker.maskCredentials(message))
                    .remedy("Correct the interface or the value named in this message."));
        }
    }

    void missing(final String key) {
        faulty.add(key);
        final Setting written = sources.winner(key);
        final String how = "Set it, for example with --" + key + "=VALUE or " + KeyPattern.environmentName(key)
                + " in the environment.";
        add(StartProblem.of(key + " is required and " + (written == null ? "has no value." : "its value is empty."))
                .from(written == null ? null : written.origin())
                .remedy(how));
    }

    void unconvertible(final String key) {
        faulty.add(key);
        final String value = values.apply(key);
        final KeyCatalogue.@Nullable Entry entry = catalogue.find(key);
        final Type type = entry == null ? String.class : entry.valueType();
        final String expected = ValueConverters.expected(type, entry == null ? null : entry.method());
        final String list =
                entry != null && entry.key().type().startsWith("list of") ? "a list, separated by commas, each " : "";
        final String shown = masker.shown(key, value == null ? "" : value);
        final String remedy = list.isEmpty() && !shown.equals(Masker.MASK)
                ? ValueConverters.remedy(key, type, entry == null ? null : entry.method(), value == null ? "" : value)
                : "Set " + key + " to " + list + expected + ".";
        add(StartProblem.of(key + " is '" + shown + "', which is not " + list + expected + ".")
                .from(origin(key))
                .remedy(remedy));
    }

    void violation(final String key, final String message) {
        if (faulty.contains(key)) {
            return;
        }
        if (!catalogue.knows(key)) {
            add(StartProblem.of("The settings under " + key + " do not fit together: " + message + ".")
                    .remedy("Correct the keys under " + key + "; --help lists them."));
            return;
        }
        final String value = values.apply(key);
        final String is = value == null ? "" : " is '" + masker.shown(key, value) + "'";
        add(StartProblem.of(key + is + (is.isEmpty() ? ": " : joint(message)) + message + ".")
                .from(origin(key))
                .remedy("Set " + key + " to another value: " + message + "."));
    }

    /** Returns the text between the value and the message, which depends on the message's first word. */
    private static String joint(final String message) {
        if (message.startsWith("must ")) {
            return ", but it ";
        }
        return message.startsWith("size ") || message.startsWith("length ") ? ", but its " : ": ";
    }

    void uncheckable(final String key, final List<StartProblem> found) {
        if (!found.isEmpty()) {
            faulty.add(key);
            found.forEach(this::add);
        }
    }

    void unusable(final Class<?> type, final Throwable error) {
        add(StartProblem.of("The interface " + type.getName() + " cannot be mapped: " + error.getMessage())
                .remedy(
                        "Correct the interface: its methods have no parameters. If it is in a module, open its package to SmallRye Config.")
                .causedBy(error));
    }

    private @Nullable String origin(final String key) {
        final Setting setting = sources.winner(key);
        if (setting != null) {
            return setting.origin();
        }
        final KeyCatalogue.@Nullable Entry entry = catalogue.find(key);
        return entry == null || entry.key().defaultValue() == null
                ? null
                : "the default on " + entry.method().getDeclaringClass().getName();
    }
}
