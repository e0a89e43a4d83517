package org.jzenith.security.oidc;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.reactivex.Completable;
import io.smallrye.config.Secret;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.rest.internal.configuration.RestConfiguration;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.jwt.internal.provider.ProviderUrl;
import org.jzenith.security.oidc.internal.configuration.OidcConfiguration;
import org.jzenith.security.oidc.internal.postgresql.PostgresqlSessionStore;
import org.jzenith.security.oidc.internal.postgresql.SessionMigrations;
import org.jzenith.security.oidc.internal.redis.RedisSessionStore;
import org.jzenith.security.oidc.session.SessionStorage;
import org.jzenith.security.oidc.session.SessionStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs in users of web pages by OpenID Connect: with the authorization code flow and PKCE, and a session in an encrypted cookie.
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(
 *     RestPlugin.withResources(OrderResource.class),
 *     SecurityPlugin.create(),
 *     OidcPlugin.create())
 * }</pre>
 *
 * <p>Browsers that open a page without a session are sent to the provider; scripts get a 401. {@code POST /logout} ends the session. Unsafe
 * requests with a session cookie must come from the application's own pages. The settings start with {@code oidc}.
 *
 * <p>Immutable.
 */
@CheckReturnValue
public final class OidcPlugin implements PluginSource {

    private static final Logger LOGGER = LoggerFactory.getLogger(OidcPlugin.class);
    private static final String NAME = "oidc";
    private static final String STORE = "oidc.session.store";
    private static final String SQL_CLIENT = "org.jzenith.sql.Database";
    private static final String REDIS_CLIENT = "org.jzenith.redis.RedisClient";

    /** Null if sessions are kept in cookies. */
    private final @Nullable Class<? extends SessionStore> store;

    private OidcPlugin(final @Nullable Class<? extends SessionStore> store) {
        this.store = store;
    }

    /**
     * Creates a plugin that keeps sessions in cookies, or in the store of {@code oidc.session.store}.
     *
     * @return a plugin that adds a login to the listener of the plugin {@code rest}
     */
    public static OidcPlugin create() {
        return new OidcPlugin(null);
    }

    /**
     * Keeps sessions on the server, in a store of the application. For PostgreSQL and Redis, set {@code oidc.session.store} instead.
     *
     * @param type the class of the store; Guice creates one object
     * @return a changed copy
     */
    public OidcPlugin withSessionStore(final Class<? extends SessionStore> type) {
        return new OidcPlugin(Objects.requireNonNull(type, "type"));
    }

    @Override
    public Plugin plugin() {
        return new OidcPhases();
    }

    private final class OidcPhases implements Plugin, ConfigurationChecker, BackgroundWork {

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Set<String> requires() {
            return Set.of("security", ListenerName.MAIN.plugin());
        }

        @Override
        public List<Class<?>> configurations() {
            return List.of(OidcConfiguration.class);
        }

        @Override
        public Completable checkConfiguration(final Configuration configuration) {
            return OidcPlugin.check(configuration);
        }

        @Override
        public List<Module> modules() {
            return MissingPlugins.isPresent(SQL_CLIENT, OidcPlugin.class)
                    ? List.of(new OidcModule(), new SessionMigrations())
                    : List.of(new OidcModule());
        }

        @Override
        public Completable check(final Injector injector) {
            return Completable.fromAction(() -> {
                final SessionStorage place = place(injector);
                if (place == SessionStorage.COOKIE) {
                    return;
                }
                final String name = place.name().toLowerCase(Locale.ROOT);
                final String origin =
                        injector.getInstance(Configuration.class).origin(STORE).orElse(STORE);
                if (store != null) {
                    throw new StartException(
                            StartProblem.of(STORE + " is '" + name + "', but OidcPlugin.withSessionStore("
                                            + store.getSimpleName() + ".class) is called, too.")
                                    .from(origin)
                                    .remedy("Remove the setting or the call."));
                }
                if (!hasClient(injector, place)) {
                    throw new StartException(MissingPlugins.problem(STORE, name, origin, List.of()));
                }
            });
        }

        /** Checks that the table exists, after the database migrations have run. */
        @Override
        public Completable begin(final Injector injector) {
            return Completable.defer(() -> place(injector) == SessionStorage.POSTGRESQL
                    ? PostgresqlSessionStore.of(injector).check()
                    : Completable.complete());
        }

        @Override
        public Completable prepare(final Injector injector) {
            return Completable.fromAction(() -> {
                if (keys(injector.getInstance(OidcConfiguration.class)).isEmpty()) {
                    LOGGER.warn(
                            "oidc.session.keys is not set. Session cookies are encrypted with a random key, so sessions end when this "
                                    + "process ends. Create a key with: openssl rand -base64 32");
                }
            });
        }

        @Override
        public Completable close(final Injector injector) {
            return Completable.fromAction(injector.getInstance(Provider.class)::close);
        }
    }

    private static Completable check(final Configuration configuration) {
        return Completable.fromAction(() -> {
            final OidcConfiguration settings = configuration.get(OidcConfiguration.class);
            final List<StartProblem> problems = new ArrayList<>();
            try {
                ProviderUrl.of(settings.issuer().toString(), false);
            } catch (final IllegalArgumentException e) {
                problems.add(problem(
                        configuration,
                        "oidc.issuer",
                        "oidc.issuer is '" + settings.issuer() + "', which is not an HTTPS URL.",
                        "Use the https URL of the provider. http is allowed on a loopback address only."));
            }
            if (settings.publicUrl().map(Authority::of).isEmpty()
                    && settings.publicUrl().isPresent()) {
                problems.add(problem(
                        configuration,
                        "oidc.public-url",
                        "oidc.public-url has no host.",
                        "Set it to scheme, host and port, such as https://shop.example."));
            }
            if (!settings.session().cookie().startsWith("__Host-")) {
                problems.add(problem(
                        configuration,
                        "oidc.session.cookie",
                        "oidc.session.cookie is '" + settings.session().cookie()
                                + "', so other hosts of the domain could set it.",
                        "Start the name with __Host-."));
            }
            if (!settings.scopes().contains("openid")) {
                problems.add(problem(
                        configuration,
                        "oidc.scopes",
                        "oidc.scopes does not contain openid, so the provider would send no ID token.",
                        "Add openid."));
            }
            for (final String each : settings.algorithms()) {
                if (!each.matches("(RS|PS|ES)(256|384|512)")) {
                    problems.add(problem(
                            configuration,
                            "oidc.algorithms",
                            "oidc.algorithms contains '" + each + "', which is not supported.",
                            "Use RS256, PS256 or ES256, or their variants with 384 or 512."));
                }
            }
            try {
                CookieCipher.of(settings.clientId(), keys(settings));
            } catch (final IllegalArgumentException e) {
                problems.add(problem(
                        configuration,
                        "oidc.session.keys",
                        "A key of oidc.session.keys cannot be used: " + e.getMessage() + ".",
                        "Create each key with: openssl rand -base64 32"));
            }
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        });
    }

    private static SessionStorage place(final Injector injector) {
        return injector.getInstance(OidcConfiguration.class).session().store();
    }

    /** Returns true if the application can use a storage, without loading the classes of its optional module. */
    private static boolean hasClient(final Injector injector, final SessionStorage place) {
        final String client = place == SessionStorage.POSTGRESQL ? SQL_CLIENT : REDIS_CLIENT;
        return injector.getAllBindings().keySet().stream()
                .anyMatch(key -> key.getAnnotationType() == null
                        && key.getTypeLiteral().getRawType().getName().equals(client));
    }

    private static StartProblem problem(
            final Configuration configuration, final String key, final String what, final String remedy) {
        return StartProblem.of(what).from(configuration.origin(key).orElse(key)).remedy(remedy);
    }

    private static List<String> keys(final OidcConfiguration settings) {
        return settings.session().keys().orElse(List.of()).stream()
                .map(Secret::get)
                .toList();
    }

    private final class OidcModule extends AbstractModule {

        @Override
        protected void configure() {
            if (store != null) {
                bind(store).in(Singleton.class);
            }
            bind(Provider.class);
            bind(Tokens.class);
            bind(RevokedSessions.class);
            bind(Sessions.class);
            bind(LoginEndpoints.class).in(Singleton.class);
            bind(OidcAuthentication.class).in(Singleton.class);
            bind(SessionGuard.class).in(Singleton.class);
            AuthenticationMechanism.binder(binder()).addBinding().to(OidcAuthentication.class);
            ListenerGuard.binder(binder()).addBinding().to(SessionGuard.class);
            Multibinder.newSetBinder(binder(), HealthCheck.class).addBinding().to(Provider.Readiness.class);
            bind(Provider.Readiness.class);
            final com.google.inject.Provider<Provider> provider = getProvider(Provider.class);
            Gauge.binder(binder())
                    .addBinding()
                    .toInstance(
                            Gauge.ofAge("oidc.keys-age", () -> provider.get().ageOfKeys()));
        }

        @Provides
        @Singleton
        Optional<SessionStore> store(final OidcConfiguration settings, final Injector injector) {
            if (store != null) {
                return Optional.of(injector.getInstance(store));
            }
            final SessionStorage place = settings.session().store();
            if (place == SessionStorage.COOKIE || !hasClient(injector, place)) { // the check reports it
                return Optional.empty();
            }
            return Optional.of(
                    place == SessionStorage.REDIS
                            ? RedisSessionStore.of(injector)
                            : PostgresqlSessionStore.of(injector));
        }

        @Provides
        @Singleton
        CookieCipher cipher(final OidcConfiguration settings) {
            return CookieCipher.of(settings.clientId(), keys(settings));
        }

        @Provides
        @Singleton
        SessionCookies cookies(final OidcConfiguration settings, final RestConfiguration rest) {
            return new SessionCookies(
                    settings.session().cookie(), rest.maxHeaderSize().toInt());
        }

        @ProvidesIntoSet
        HttpMount login(final OidcConfiguration settings, final LoginEndpoints endpoints) {
            return HttpMount.at(settings.loginPath(), NAME, new OidcEndpoint(HttpMethod.GET, endpoints::login));
        }

        @ProvidesIntoSet
        HttpMount callback(final OidcConfiguration settings, final LoginEndpoints endpoints) {
            return HttpMount.at(settings.callbackPath(), NAME, new OidcEndpoint(HttpMethod.GET, endpoints::callback));
        }

        @ProvidesIntoSet
        HttpMount backChannel(final OidcConfiguration settings, final LoginEndpoints endpoints) {
            return HttpMount.at(
                    settings.backChannelPath(), NAME, new OidcEndpoint(HttpMethod.POST, endpoints::backChannel));
        }

        @ProvidesIntoSet
        HttpMount logout(final OidcConfiguration settings, final LoginEndpoints endpoints) {
            return HttpMount.at(settings.logoutPath(), NAME, new OidcEndpoint(HttpMethod.POST, endpoints::logout));
        }
    }
}
