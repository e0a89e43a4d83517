package org.jzenith.sql.plugin;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.spi.ExposedBinding;
import com.google.inject.spi.HasDependencies;
import java.util.Set;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.jooq.Jooq;

/** Finds out if jOOQ is on the class path, and if an application uses it. Needs no class of jOOQ. */
final class JooqUse {

    private static final String CONTEXT = "org.jooq.DSLContext";
    private static final Set<String> INJECTED = Set.of(CONTEXT, Jooq.class.getName());

    /** True if jOOQ is on the class path. */
    static final boolean IS_POSSIBLE = MissingPlugins.isPresent(CONTEXT, JooqUse.class);

    private JooqUse() {}

    /** Returns the bindings of jOOQ's types. */
    static Module module() {
        return IS_POSSIBLE
                ? new JooqModule()
                : binder -> binder.bind(Jooq.class).toProvider(() -> {
                    throw missing();
                });
    }

    /** Fails if an object has a {@link Jooq} injected, but jOOQ is missing. */
    static void check(final Injector injector) {
        if (!IS_POSSIBLE && isIn(injector)) {
            throw missing();
        }
    }

    private static StartException missing() {
        return new StartException(
                StartProblem.of("org.jzenith.sql.jooq.Jooq is injected, but jOOQ is not on the class path.")
                        .remedy("Add the dependency org.jooq:jooq."));
    }

    /** Returns true if an object has a {@link Jooq} or {@code DSLContext} injected, with any qualifier. */
    static boolean isIn(final Injector injector) {
        return injector.getAllBindings().values().stream().anyMatch(JooqUse::needs);
    }

    private static boolean needs(final Binding<?> binding) {
        if (binding instanceof final ExposedBinding<?> exposed) {
            return isIn(exposed.getPrivateElements().getInjector());
        }
        // The context needs Jooq itself.
        return binding instanceof final HasDependencies needing
                && !type(binding.getKey()).equals(CONTEXT)
                && needing.getDependencies().stream().anyMatch(each -> INJECTED.contains(type(each.getKey())));
    }

    private static String type(final Key<?> key) {
        return key.getTypeLiteral().getRawType().getName();
    }
}
