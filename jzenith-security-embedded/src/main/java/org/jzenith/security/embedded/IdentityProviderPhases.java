package org.jzenith.security.embedded;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.internal.start.ClaimedAddresses;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.embedded.internal.IdentityProviderConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plugin: starts a provider for each run of a builder, and prints the tokens of its users. */
final class IdentityProviderPhases implements Plugin, ConfigurationChecker, ConfigurationProvider, ListenerOpener {

    private static final Logger LOGGER = LoggerFactory.getLogger(EmbeddedIdentityProvider.class);
    private static final String USERS = "identity-provider.users";

    private final List<String> usersOfCode;
    private final Map<Configuration, Run> runs = new ConcurrentHashMap<>();

    IdentityProviderPhases(final List<String> usersOfCode) {
        this.usersOfCode = usersOfCode;
    }

    @Override
    public String name() {
        return ServedPlugins.NAME;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(IdentityProviderConfiguration.class);
    }

    private DevelopmentUsers users(final Configuration configuration) {
        return new DevelopmentUsers(
                configuration.get(IdentityProviderConfiguration.class).users().orElse(usersOfCode));
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
            final ServedPlugins served = new ServedPlugins(configuration);
            final List<StartProblem> problems = new ArrayList<>();
            if (!served.isNeeded()) {
                problems.add(
                        StartProblem.of("The embedded identity provider has neither JwtPlugin nor OidcPlugin to serve.")
                                .from("EmbeddedIdentityProvider.create()")
                                .remedy(MissingPlugins.advice("jwt") + ", or remove EmbeddedIdentityProvider."));
            }
            if (served.isAny()) {
                problems.addAll(mistakesOfUsers(configuration));
                problems.addAll(served.reachableHosts());
            }
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        });
    }

    private List<StartProblem> mistakesOfUsers(final Configuration configuration) {
        final String origin = configuration.origin(USERS).orElse("EmbeddedIdentityProvider.withUser(..)");
        return users(configuration).mistakes().stream()
                .map(mistake -> StartProblem.of(USERS + " " + mistake + ".")
                        .from(origin)
                        .remedy("Set " + USERS + " to users such as ann:admin clerk,bob, for ann with two roles and bob"
                                + " without."))
                .toList();
    }

    @Override
    public Map<String, String> announceConfiguration(final Configuration configuration) {
        return DevelopmentProvider.announced(new ServedPlugins(configuration));
    }

    /** Checks the addresses that listeners claim, because settings alone do not show them. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            final ServedPlugins served = new ServedPlugins(injector.getInstance(Configuration.class));
            if (served.isAny()) {
                injector.getInstance(ClaimedAddresses.class).requireLoopback(served::reachable);
            }
        });
    }

    @Override
    public Single<Map<String, String>> provideConfiguration(final Configuration configuration) {
        return provided(configuration, null);
    }

    @Override
    public Single<Map<String, String>> provideConfiguration(
            final Configuration configuration, final DevelopmentSession session) {
        return provided(configuration, session);
    }

    private Single<Map<String, String>> provided(
            final Configuration configuration, final @Nullable DevelopmentSession session) {
        final ServedPlugins served = new ServedPlugins(configuration);
        if (!served.isAny()) {
            LOGGER.debug("No embedded identity provider is started, because another provider is configured.");
            return Single.just(Map.of());
        }
        final Run run = new Run(session);
        runs.put(configuration, run);
        return Single.fromCallable(() -> run.start(served, users(configuration).roles()))
                .subscribeOn(Schedulers.io());
    }

    @Override
    public Completable withdrawConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
                    final Run run = runs.remove(configuration);
                    if (run != null) {
                        run.stop();
                    }
                })
                .subscribeOn(Schedulers.io());
    }

    /** Opens no listener. */
    @Override
    public Completable open(final Injector injector) {
        return Completable.complete();
    }

    /** Prints the users. Only now is the application's address known in development mode. */
    @Override
    public void accept(final Injector injector) {
        final ServedPlugins served = new ServedPlugins(injector.getInstance(Configuration.class));
        final URI application = injector.getInstance(Endpoints.class).all().get("rest");
        for (final Run run : runs.values()) {
            final DevelopmentProvider provider = run.provider;
            if (provider != null
                    && served.issuer().filter(provider.issuer()::equals).isPresent()) {
                print(provider, served.hasJwt() ? application : null);
            }
        }
    }

    /** @param application the address that accepts tokens; null if none does */
    private static void print(final DevelopmentProvider provider, final @Nullable URI application) {
        LOGGER.info(
                "Embedded identity provider at {}, not for production: {} can log in without a password.",
                provider.issuer(),
                provider.users().entrySet().stream()
                        .map(user -> title(user.getKey(), user.getValue()))
                        .collect(Collectors.joining(", ")));
        if (application != null) {
            provider.users()
                    .forEach((user, roles) -> LOGGER.info(
                            "For {} hours, this command runs as {}: curl -H 'Authorization: Bearer {}' {}",
                            DevelopmentProvider.LIFETIME.toHours(),
                            title(user, roles),
                            provider.token(user),
                            application));
        }
    }

    private static String title(final String user, final List<String> roles) {
        return roles.isEmpty() ? user : user + " (" + String.join(" ", roles) + ")";
    }

    /** The provider of one run; {@link #stop} can be called while {@link #start} still runs. */
    private static final class Run {

        private final @Nullable DevelopmentSession session;
        private boolean stopped;
        private volatile @Nullable DevelopmentProvider provider;

        Run(final @Nullable DevelopmentSession session) {
            this.session = session;
        }

        synchronized Map<String, String> start(final ServedPlugins served, final Map<String, List<String>> users) {
            if (stopped) {
                throw new IllegalStateException("The embedded identity provider was stopped before it started.");
            }
            final DevelopmentProvider started = session == null
                    ? new DevelopmentProvider(served, users)
                    : session.keep(
                            ServedPlugins.NAME,
                            DevelopmentProvider.class,
                            () -> new DevelopmentProvider(served, users));
            provider = started;
            return started.connect(served, users);
        }

        synchronized void stop() {
            stopped = true;
            final DevelopmentProvider started = provider;
            if (started != null && session == null) {
                started.close();
            }
        }
    }
}
