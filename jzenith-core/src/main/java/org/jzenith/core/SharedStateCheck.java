package org.jzenith.core;

import com.google.inject.Injector;
import com.google.inject.Key;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.state.SharedState;
import org.jzenith.core.state.SharedStateStore;

/** Finds a store of shared state that the settings name and no plugin brings. */
final class SharedStateCheck {

    private static final String SETTING = "jzenith.shared-state";

    private SharedStateCheck() {}

    static List<StartProblem> problems(final Injector injector) {
        final String chosen = injector.getInstance(JZenithConfiguration.class).sharedState();
        final List<String> known = Stream.concat(
                        Stream.of(SharedState.MEMORY),
                        injector.getInstance(new Key<Set<SharedStateStore>>() {}).stream()
                                .map(SharedStateStore::name))
                .toList();
        if (known.contains(chosen)) {
            return List.of();
        }
        final int dot = chosen.indexOf('.');
        final String advice = MissingPlugins.advice(
                SETTING + "=" + (dot < 0 ? chosen : chosen.substring(0, dot)),
                dot < 0 ? null : chosen.substring(dot + 1),
                "..");
        return List.of(StartProblem.of(SETTING + " is '" + chosen + "', and "
                        + (advice.isEmpty()
                                ? "no plugin has a store with this name."
                                : "the application has no plugin '" + chosen + "'."))
                .from(injector.getInstance(Configuration.class).origin(SETTING).orElse(SETTING))
                .remedy(
                        advice.isEmpty()
                                ? "Set it to one of: " + known.stream().sorted().collect(Collectors.joining(", ")) + "."
                                : advice + "."));
    }
}
