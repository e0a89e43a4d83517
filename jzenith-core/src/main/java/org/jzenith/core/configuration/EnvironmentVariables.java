package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.source.Profiles;
import org.jzenith.core.configuration.source.Setting;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.start.Suggestions;

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

    /** The value of any variable that is no setting; for expressions. */
    @Nullable
    String foreign(final String key) {
        return catalogue.knows(key) || catalogue.owns(key) ? null : value(key);
    }

    @Nullable
    String value(final String key) {
        final String name = capitals.get(KeyPattern.environmentName(key));
        return variables.getOrDefault(key, name == null ? null : variables.get(name));
    }

    Map<String, Setting> settings(final Profiles profiles) {
        final Map<String, Setting> settings = new LinkedHashMap<>();
        put(settings, "");
        profiles.active().forEach(profile -> put(settings, "_" + KeyPattern.environmentName(profile) + "_"));
        return settings;
    }

    private void put(final Map<String, Setting> settings, final String prefix) {
        capitals.forEach((capital, name) -> {
            if (capital.startsWith(prefix)) {
                final String rest = capital.substring(prefix.length());
                final String key = key(rest);
                final String value = variables.getOrDefault(name, "");
                if (key != null && !isServiceLink(rest, value)) {
                    settings.put(key, new Setting(value, name + NOTE));
                }
            }
        });
    }

    private @Nullable String key(final String capital) {
        final String exact = names.get(capital);
        if (exact != null && !KeyPattern.isOpen(exact)) {
            return exact;
        }
        return isOwned(capital) ? catalogue.fromEnvironment(capital) : null;
    }

    /** Problems of variables that have a known prefix and name no known key. */
    List<StartProblem> unknown() {
        final List<StartProblem> problems = new ArrayList<>();
        capitals.forEach((capital, name) -> {
            final String value = variables.getOrDefault(name, "");
            if (isOwned(capital)
                    && key(capital) == null
                    && !capital.equals(KeyPattern.environmentName(KeyCatalogue.PROFILE))
                    && !isServiceLink(capital, value)) {
                final List<String> nearest = Suggestions.nearest(capital, names.keySet());
                final String advice = catalogue.adviceAboutVariable(capital);
                final List<String> keys = nearest.stream()
                        .map(near -> names.getOrDefault(near, near))
                        .toList();
                problems.add(StartProblem.of("The environment variable " + name + " (value '"
                                + Masker.unknown(catalogue, name, keys, value) + "') does not name a known key.")
                        .from(name + NOTE)
                        .remedy(
                                advice != null
                                        ? advice
                                        : Suggestions.question("", nearest, "Unset it; --help lists all keys.")));
            }
        });
        return problems;
    }

    private boolean isOwned(final String capital) {
        return catalogue.prefixes().stream()
                .anyMatch(prefix -> !prefix.isEmpty() && capital.startsWith(KeyPattern.environmentName(prefix) + "_"));
    }

    /** Kubernetes and Docker add such variables for every service, so they are not mistakes of the user. */
    private static boolean isServiceLink(final String capital, final String value) {
        return capital.endsWith("_SERVICE_HOST")
                || capital.contains("_SERVICE_PORT")
                || (capital.contains("_PORT_") && (capital.contains("_TCP") || capital.contains("_UDP")))
                || (capital.endsWith("_PORT") && (value.startsWith("tcp://") || value.startsWith("udp://")));
    }
}
