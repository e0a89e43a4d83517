package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jzenith.core.internal.configuration.source.Profiles;
import org.jzenith.core.internal.configuration.source.Setting;
import org.jzenith.core.internal.start.Suggestions;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartProblem;

/** Finds keys that have a known prefix and that no interface declares. */
final class UnknownKeys {

    private static final Set<String> JVM_ROOTS = Set.of("java", "jdk", "sun", "os", "file", "line", "path", "awt");
    private static final Set<String> JVM_USER = Set.of(
            "user.name",
            "user.home",
            "user.dir",
            "user.language",
            "user.country",
            "user.region",
            "user.variant",
            "user.script",
            "user.timezone",
            "user.extensions");

    private final KeyCatalogue catalogue;
    private final List<StartProblem> problems = new ArrayList<>();

    /** Settings that no plugin of the application reads, by the first part of their keys. */
    private final Map<String, Map<String, Setting>> unowned = new TreeMap<>();

    UnknownKeys(final KeyCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    List<StartProblem> problems() {
        return problems;
    }

    void check(final Map<String, Setting> settings) {
        settings.forEach((name, setting) -> {
            final String key = Profiles.strip(name);
            if (!key.equals(KeyCatalogue.PROFILE) && catalogue.owns(key) && !catalogue.knows(key)) {
                final List<String> nearest = Suggestions.nearest(key, catalogue.names());
                final String advice = catalogue.adviceAbout(key);
                problems.add(StartProblem.of("The key " + key + " (value '"
                                + Masker.unknown(catalogue, key, nearest, setting.value()) + "') is not known.")
                        .from(setting.origin())
                        .remedy(
                                advice != null
                                        ? advice
                                        : Suggestions.question("", nearest, "Remove it; --help lists all keys.")
                                                + catalogue.missingPlugin(key)));
            }
        });
    }

    /** Returns a warning for each plugin that was not added: it is not an error, because several services can share a file. */
    List<StartProblem> warnings() {
        final List<StartProblem> warnings = new ArrayList<>();
        unowned.forEach((prefix, settings) -> {
            final String advice = MissingPlugins.advice(prefix);
            if (!advice.isEmpty()) {
                warnings.add(StartProblem.of(
                                "No plugin of this application reads " + String.join(", ", settings.keySet()) + ".")
                        .from(settings.values().stream()
                                .map(Setting::origin)
                                .distinct()
                                .collect(Collectors.joining(", ")))
                        .remedy(advice + ", if this service needs it."));
            }
        });
        return warnings;
    }

    /** Checks the settings of a source that contains only settings of jZenith applications. */
    void checkAll(final Map<String, Setting> settings) {
        check(settings);
        settings.forEach((name, setting) -> {
            final String key = Profiles.strip(name);
            final int dot = key.indexOf('.');
            if (dot > 0 && !catalogue.owns(key)) {
                unowned.computeIfAbsent(key.substring(0, dot), missing -> new TreeMap<>())
                        .put(key, setting);
            }
        });
    }

    void checkFile(final Map<String, Setting> settings) {
        checkAll(settings);
        settings.forEach((name, setting) -> {
            if (Profiles.strip(name).equals(KeyCatalogue.PROFILE)) {
                problems.add(StartProblem.of("The profile '" + setting.value() + "' cannot be chosen in a file.")
                        .from(setting.origin())
                        .remedy("Choose it with --profile or JZENITH_PROFILE."));
            }
        });
    }

    /** Returns true if the Java runtime itself sets system properties with this name. */
    static boolean isOfTheJvm(final String name) {
        final int dot = name.indexOf('.');
        return JVM_USER.contains(name) || (dot > 0 && JVM_ROOTS.contains(name.substring(0, dot)));
    }
}
