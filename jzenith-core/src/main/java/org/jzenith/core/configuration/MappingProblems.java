package org.jzenith.core.configuration;

import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** Turns the findings of SmallRye and Hibernate Validator into problems of the start. */
final class MappingProblems {

    private static final String PROPERTY = "The config property ";

    private final KeyCatalogue catalogue;
    private final Sources sources;
    private final Masker masker;
    private final UnaryOperator<@Nullable String> values;
    private final Set<String> unresolved = new HashSet<>();
    private final Set<String> faulty = new HashSet<>();
    private final Map<String, StartProblem> problems = new LinkedHashMap<>();

    MappingProblems(
            final KeyCatalogue catalogue,
            final Sources sources,
            final Masker masker,
            final UnaryOperator<@Nullable String> values) {
        this.catalogue = catalogue;
        this.sources = sources;
        this.masker = masker;
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
        final String missing = between(message, "Could not expand value ", " in property ");
        if (missing != null) {
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

    /** @param message SmallRye's, of which only the number and the key are taken */
    void mapping(final String message) {
        final String converting = between(message, "SRCFG00039: " + PROPERTY, " with the config value ");
        final String toNull = between(message, "SRCFG00041: " + PROPERTY, " with the config value ");
        final String missing = between(message, "SRCFG00014: " + PROPERTY, " is required but");
        final String empty = between(message, "SRCFG00040: " + PROPERTY, " is defined as the empty");
        final int in = message.indexOf(" in property ");
        if (converting != null || toNull != null) {
            unconvertible(converting != null ? converting : String.valueOf(toNull));
        } else if (missing != null || empty != null) {
            missing(missing != null ? missing : String.valueOf(empty));
        } else if (message.contains("SRCFG00011") && in >= 0) {
            final String key = message.substring(in + " in property ".length());
            if (!unresolved.contains(key)) {
                expression(key, message);
            }
        } else if (unresolved.isEmpty() || (!message.contains("SRCFG00025") && !message.contains("SRCFG00046"))) {
            add(StartProblem.of("The configuration cannot be read: " + Masker.maskCredentials(message))
                    .remedy("Correct the interface or the value that the message names."));
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
        final String list =
                entry != null && entry.key().type().startsWith("list of") ? "a list, separated by commas, each " : "";
        final String shown = masker.shown(key, value == null ? "" : value);
        final String remedy = list.isEmpty() && !shown.equals(Masker.MASK)
                ? ValueConverters.remedy(key, type, value == null ? "" : value)
                : "Set " + key + " to " + list + ValueConverters.expected(type) + ".";
        add(StartProblem.of(key + " is '" + shown + "', which is not " + list + ValueConverters.expected(type) + ".")
                .from(origin(key))
                .remedy(remedy));
    }

    void violation(final ConstraintCheck.Violation violation) {
        final String key = violation.key();
        if (faulty.contains(key)) {
            return;
        }
        if (!catalogue.knows(key)) {
            add(StartProblem.of("The settings under " + key + " do not fit together: " + violation.message() + ".")
                    .remedy("Correct the keys under " + key + "; --help lists them."));
            return;
        }
        final String value = values.apply(key);
        final String subject = violation.message().startsWith("size ") ? "its " : "it ";
        final String is = value == null ? ": " : " is '" + masker.shown(key, value) + "', but ";
        add(StartProblem.of(key + is + subject + violation.message() + ".")
                .from(origin(key))
                .remedy("Set " + key + " to another value: " + violation.message() + "."));
    }

    void unusable(final Class<?> type, final Throwable error) {
        add(StartProblem.of("The interface " + type.getName() + " cannot be mapped: " + error.getMessage())
                .remedy("Make it an interface whose methods are settings without parameters, open to SmallRye Config.")
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

    private static @Nullable String between(final String text, final String before, final String after) {
        final int begin = text.indexOf(before);
        final int end = begin < 0 ? -1 : text.indexOf(after, begin + before.length());
        return end < 0 ? null : text.substring(begin + before.length(), end);
    }
}
