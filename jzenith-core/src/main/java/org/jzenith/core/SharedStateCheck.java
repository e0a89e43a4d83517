package org.jzenith.core;

import com.google.inject.Injector;
import com.google.inject.Key;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.state.SharedState;
import org.jzenith.core.state.SharedStateStore;

/** Reports a shared-state store that the settings name but no plugin provides. */
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
        return List.of(MissingPlugins.problem(
                SETTING,
                chosen,
                injector.getInstance(Configuration.class).origin(SETTING).orElse(SETTING),
                known));
    }
}
