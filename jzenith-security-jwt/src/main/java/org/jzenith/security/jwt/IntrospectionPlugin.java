package org.jzenith.security.jwt;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.jwt.internal.claims.ClaimsIdentity;
import org.jzenith.security.jwt.internal.configuration.IntrospectionConfiguration;
import org.jzenith.security.jwt.internal.provider.ProviderClient;
import org.jzenith.security.jwt.internal.provider.ProviderUrl;
import org.jzenith.security.jwt.internal.verification.IntrospectionClient;

/**
 * Authenticates requests by opaque bearer tokens: asks the provider's introspection endpoint (RFC 7662) about each, and caches the result
 * for {@code introspection.cache-for}. While the provider is unavailable, requests with unknown tokens get a 503.
 *
 * <p>The settings {@code introspection.url}, {@code introspection.client-id} and {@code introspection.client-secret} are required. If the
 * application also has {@link JwtPlugin}, that plugin verifies JWTs, and only other tokens are sent to the provider. Immutable.
 */
@CheckReturnValue
public final class IntrospectionPlugin implements Plugin, ConfigurationChecker {

    private IntrospectionPlugin() {}

    /**
     * Creates a plugin that is configured by settings.
     *
     * @return a plugin for the tokens of one provider
     */
    public static IntrospectionPlugin create() {
        return new IntrospectionPlugin();
    }

    @Override
    public String name() {
        return "introspection";
    }

    @Override
    public Set<String> requires() {
        return Set.of("security");
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(IntrospectionConfiguration.class);
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems =
                    JwtProblems.of(configuration.get(IntrospectionConfiguration.class), configuration);
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        });
    }

    @Override
    public List<Module> modules() {
        return List.of(new IntrospectionModule());
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(injector.getInstance(IntrospectionClient.class)::close);
    }

    private static final class IntrospectionModule extends AbstractModule {

        @Override
        protected void configure() {
            bind(IntrospectionAuthentication.class).in(Singleton.class);
            AuthenticationMechanism.binder(binder()).addBinding().to(IntrospectionAuthentication.class);
            final Provider<IntrospectionClient> client = getProvider(IntrospectionClient.class);
            final Provider<IntrospectionConfiguration> settings = getProvider(IntrospectionConfiguration.class);
            Gauge.binder(binder())
                    .addBinding()
                    .toInstance(Gauge.of(
                                    "introspection.calls",
                                    "calls",
                                    () -> client.get().calls())
                            .withLimit(() -> settings.get().maxConnections()
                                    + settings.get().maxWaiting()));
        }

        @Provides
        @Singleton
        static IntrospectionClient client(final IntrospectionConfiguration settings, final Vertx vertx) {
            return new IntrospectionClient(
                    new ProviderClient(vertx, settings.timeout(), settings.maxConnections(), settings.maxWaiting()),
                    ProviderUrl.of(settings.url().orElseThrow(), settings.allowHttp()),
                    settings,
                    new ClaimsIdentity(
                            IntrospectionAuthentication.NAME,
                            settings.nameClaim(),
                            settings.roleClaims().orElse(List.of())));
        }
    }
}
