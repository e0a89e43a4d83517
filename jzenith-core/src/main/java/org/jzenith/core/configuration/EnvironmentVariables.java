package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.configuration.source.Profiles;
import org.jzenith.core.internal.configuration.source.Setting;
import org.jzenith.core.internal.start.Suggestions;
import org.jzenith.core.problem.StartProblem;

/** The environment variables by MicroProfile's rules: {@code rest.max-body} is read from {@code REST_MAX_BODY}. */
final class EnvironmentVariables {

    private static final String NOTE = " (environment)";

    private final KeyCatalogue catalogue;
    private final Map<String, String> variables;
    private final Map<String, String> capitals = new TreeMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();

    EnvironmentVariables(final KeyCatalogue catalogue, final Map<String, String> variables) {
        this.catalogue = catalogue;
        this.variables = variables;
        variables.keySet().forEach(name -> {
            final String capital = KeyPattern.environmentName(name);
            if (capital.equals(name) || !capitals.containsKey(capital)) {
                capitals.put(capital, name);
            }
        });
        catalogue.names().forEach(key -> names.put(KeyPattern.environmentName(key), key));
    }

    /** Returns the value of a variable that is not a setting. Expressions can refer to it. */
    @Nullable
    String foreign(final String key) {
        return catalogue.knows(key) || catalogue.owns(key) ? null : value(key);
    }

    @Nullable
    String value(final String key) {
        final String name = capitals.get(KeyPattern.environmentName(key));
        return variables.getOrDefault(key, name == null ? null : variables.get(name));
    }

    /** @param known the keys of other sources; variables can override their map entries */
    Map<String, Setting> settings(final Profiles profiles, final Collection<String> known) {
        final Map<String, Setting> settings = new LinkedHashMap<>();
        for (final String prefix : prefixes(profiles)) {
            capitals.forEach((capital, name) -> {
                if (capital.startsWith(prefix)) {
                    final String rest = capital.substring(prefix.length());
                    final String value = variables.getOrDefault(name, "");
                    if (!isServiceLink(rest, value)) {
                        keys(rest, known).forEach(key -> settings.put(key, new Setting(value, name + NOTE)));
                    }
                }
            });
        }
        return settings;
    }

    /** The prefixes of variables: the empty prefix, and one for each active profile, the strongest last. */
    private static List<String> prefixes(final Profiles profiles) {
        final List<String> prefixes = new ArrayList<>(List.of(""));
        profiles.active().forEach(profile -> prefixes.add("_" + KeyPattern.environmentName(profile) + "_"));
        return prefixes;
    }

    private List<String> keys(final String capital, final Collection<String> known) {
        final String exact = names.get(capital);
        if (exact != null && !KeyPattern.isOpen(exact)) {
            return List.of(exact);
        }
        return isOwned(capital) ? catalogue.fromEnvironment(capital, known, KeyPattern.Entries.ONE_WORD) : List.of();
    }

    /**
     * Returns a problem for each variable that has a known prefix but does not name a known key.
     *
     * @param known the keys of other sources
     */
    List<StartProblem> unknown(final Profiles profiles, final Collection<String> known) {
        final List<StartProblem> problems = new ArrayList<>();
        for (final String prefix : prefixes(profiles)) {
            capitals.forEach((capital, name) -> {
                final String rest = capital.startsWith(prefix) ? capital.substring(prefix.length()) : "";
                final String value = variables.getOrDefault(name, "");
                if (isOwned(rest)
                        && keys(rest, known).isEmpty()
                        && !rest.equals(KeyPattern.environmentName(KeyCatalogue.PROFILE))
                        && !isServiceLink(rest, value)) {
                    final List<String> nearest = Suggestions.nearest(rest, names.keySet());
                    final List<String> meant = meant(rest, known);
                    final String advice = catalogue.adviceAboutVariable(rest);
                    final List<String> keys = new ArrayList<>(meant);
                    nearest.forEach(near -> keys.add(names.getOrDefault(near, near)));
                    problems.add(StartProblem.of("The environment variable " + name + " (value '"
                                    + Masker.unknown(catalogue, name, keys, value) + "') "
                                    + (advice == null && !meant.isEmpty()
                                            ? "would create a map entry whose name has several words. A variable cannot"
                                                    + " do that."
                                            : "does not name a known key."))
                            .from(name + NOTE)
                            .remedy(
                                    advice != null
                                            ? advice
                                            : remedy(
                                                    meant,
                                                    nearest.stream()
                                                            .map(near -> prefix + near)
                                                            .toList())));
                }
            });
        }
        return problems;
    }

    /** Returns the keys that a variable would have if it could create map entries with names of several words. */
    private List<String> meant(final String capital, final Collection<String> known) {
        return catalogue.fromEnvironment(capital, known, KeyPattern.Entries.SEVERAL_WORDS);
    }

    private static String remedy(final List<String> meant, final List<String> nearest) {
        return meant.isEmpty()
                ? Suggestions.question("", nearest, "Unset it; --help lists all keys.")
                : "Set " + meant.get(0) + " in a file; the variable then overrides it.";
    }

    private boolean isOwned(final String capital) {
        return catalogue.prefixes().stream()
                .anyMatch(prefix -> !prefix.isEmpty() && capital.startsWith(KeyPattern.environmentName(prefix) + "_"));
    }

    /** Returns true for variables that Kubernetes and Docker add for every service. These are not mistakes of the user. */
    private static boolean isServiceLink(final String capital, final String value) {
        return capital.endsWith("_SERVICE_HOST")
                || capital.contains("_SERVICE_PORT")
                || (capital.contains("_PORT_") && (capital.contains("_TCP") || capital.contains("_UDP")))
                || (capital.endsWith("_PORT") && (value.startsWith("tcp://") || value.startsWith("udp://")));
    }
}
