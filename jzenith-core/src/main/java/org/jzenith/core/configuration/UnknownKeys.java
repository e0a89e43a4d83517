package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.configuration.source.Profiles;
import org.jzenith.core.configuration.source.Setting;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.start.Suggestions;

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

    void checkFile(final Map<String, Setting> settings) {
        check(settings);
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
