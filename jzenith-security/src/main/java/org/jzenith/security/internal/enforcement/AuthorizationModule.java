package org.jzenith.security.internal.enforcement;

import com.google.inject.AbstractModule;
import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provides;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jzenith.core.Endpoints;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.rest.RestContribution;
import org.jzenith.rest.access.MountAccess;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authorization.AccessTable;

/** Binds the guard and the steps that decide about permissions, the table of them, and the identity of the current request. */
public final class AuthorizationModule extends AbstractModule {

    private static final Key<Set<PathAccess>> RULES = Key.get(new TypeLiteral<Set<PathAccess>>() {});

    private final List<PathAccess> rules;

    /**
     * Creates it.
     *
     * @param rules the rules from code, by path
     */
    public AuthorizationModule(final List<PathAccess> rules) {
        this.rules = rules;
    }

    @Override
    protected void configure() {
        final Multibinder<PathAccess> paths = Multibinder.newSetBinder(binder(), PathAccess.class);
        rules.forEach(rule -> paths.addBinding().toInstance(rule));
        bind(AnnotatedAccess.class);
        bind(PathRules.class);
        bind(UnmatchedRules.class);
        bind(Denials.class);
        bind(Authorization.class);
        bind(MountAccess.class).to(Authorization.class);
        bind(AuthorizationGuard.class);
        ListenerGuard.binder(binder()).addBinding().to(AuthorizationGuard.class);
        CallerArgument.addTo(RestContribution.create(), getProvider(Denials.class))
                .withSteps(new AuthorizationSteps(getProvider(Authorization.class)))
                .onAllListeners()
                .bind(binder());
        bind(Identity.class).toProvider(CurrentIdentity::required);
        bind(new TypeLiteral<Optional<Identity>>() {}).toProvider(CurrentIdentity::optional);
    }

    @Provides
    AccessTable table(final Injector injector, final Endpoints endpoints, final Authorization authorization) {
        final Stream<AccessTable.Row> methods = ListenerName.all(endpoints).stream()
                .flatMap(listener -> ResourceMethods.of(injector, listener).stream())
                .flatMap(table -> table.all().stream())
                .map(authorization::row);
        return new AccessTable(Stream.concat(methods, served(injector).flatMap(authorization::rows))
                .sorted(Comparator.comparing(AccessTable.Row::listener)
                        .thenComparing(AccessTable.Row::path)
                        .thenComparing(AccessTable.Row::methods))
                .toList());
    }

    /** Returns the mounts that listeners serve. */
    static Stream<HttpMount> served(final Injector injector) {
        return mounts(injector).filter(mount -> !mount.isTurnedOff());
    }

    /** Returns all mounts, including those that a setting turns off. */
    static Stream<HttpMount> mounts(final Injector injector) {
        final Binding<Set<HttpMount>> bound =
                injector.getExistingBinding(Key.get(new TypeLiteral<Set<HttpMount>>() {}));
        return bound == null ? Stream.empty() : bound.getProvider().get().stream();
    }

    /**
     * Checks the settings.
     *
     * @param configuration the application's configuration
     * @throws StartException with all mistakes
     */
    public static void checkSettings(final Configuration configuration) {
        final List<StartProblem> problems = new ArrayList<>();
        PathRules.ofSettings(configuration.get(AuthorizationConfiguration.class), configuration, problems);
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    /**
     * Looks for rules that let nobody in, because nothing authenticates clients or gives them roles. Called after all checks.
     *
     * @param injector the application's injector
     * @param mechanisms the mechanisms that authenticate clients
     * @return a warning; empty if there is no such rule
     */
    public static Optional<String> warning(final Injector injector, final List<AuthenticationMechanism> mechanisms) {
        return Optional.ofNullable(new UnsatisfiableRules(injector).warning(mechanisms));
    }

    /**
     * Checks the path rules and the mounts. The resource methods are checked together with the steps of their listener.
     *
     * @param injector the application's injector
     * @return all mistakes
     */
    public static List<StartProblem> check(final Injector injector) {
        final List<StartProblem> problems = new ArrayList<>(PathRules.unknownListeners(
                injector.getInstance(RULES),
                injector.getInstance(Endpoints.class).listeners()));
        StartException.collect(problems, () -> {
            injector.getInstance(Authorization.class).checkMounts(served(injector));
            return true;
        });
        return problems;
    }
}
