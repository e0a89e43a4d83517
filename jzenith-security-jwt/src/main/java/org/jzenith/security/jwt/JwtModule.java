package org.jzenith.security.jwt;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.OptionalBinder;
import com.nimbusds.jose.JWSAlgorithm;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.Set;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Observers;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.jwt.internal.bearer.RefusedTokens;
import org.jzenith.security.jwt.internal.configuration.JwtConfiguration;
import org.jzenith.security.jwt.internal.key.KeySource;
import org.jzenith.security.jwt.internal.key.RemoteKeys;
import org.jzenith.security.jwt.internal.provider.ProviderClient;
import org.jzenith.security.jwt.internal.provider.ProviderUrl;
import org.jzenith.security.jwt.internal.verification.VerificationThreads;
import org.jzenith.security.observe.SecurityEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the mechanism for JWTs. */
final class JwtModule extends AbstractModule {

    private static final Logger LOGGER = LoggerFactory.getLogger(JwtModule.class);

    @Override
    protected void configure() {
        bind(JwtAuthentication.class).in(Singleton.class);
        AuthenticationMechanism.binder(binder()).addBinding().to(JwtAuthentication.class);
        OptionalBinder.newOptionalBinder(binder(), TokenRevocation.class);
        Multibinder.newSetBinder(binder(), HealthCheck.class).addBinding().to(KeysCheck.class);
        bind(KeysCheck.class).in(Singleton.class);
        final Provider<JwtAuthentication> tokens = getProvider(JwtAuthentication.class);
        final Provider<KeySource> keys = getProvider(KeySource.class);
        final Multibinder<Gauge> gauges = Gauge.binder(binder());
        gauges.addBinding()
                .toInstance(Gauge.ofAge("jwt.keys-age", () -> keys.get().ageSeconds()));
        final Provider<VerificationThreads> threads = getProvider(VerificationThreads.class);
        final Provider<JwtConfiguration> settings = getProvider(JwtConfiguration.class);
        gauges.addBinding()
                .toInstance(Gauge.of(
                                "jwt.verification-queue",
                                "tokens",
                                () -> threads.get().waiting())
                        .withLimit(() -> settings.get().verificationQueue()));
        // a full cache is no saturation, so these have no limit
        gauges.addBinding()
                .toInstance(Gauge.of(
                        "jwt.cached-tokens", "tokens", () -> tokens.get().cachedTokens()));
        gauges.addBinding()
                .toInstance(Gauge.of(
                        "jwt.cached-refusals", "tokens", () -> tokens.get().cachedRefusals()));
    }

    /** Reports the state of the keys to the readiness check. */
    private static final class KeysCheck implements HealthCheck {

        private final KeySource keys;

        @com.google.inject.Inject
        KeysCheck(final KeySource keys) {
            this.keys = keys;
        }

        @Override
        public String name() {
            return "jwt";
        }

        @Override
        public Single<Health> check() {
            return Single.fromCallable(keys::health);
        }
    }

    @Provides
    @Singleton
    static RefusedTokens refused(final JwtConfiguration settings) {
        return new RefusedTokens(settings.maxCachedRefusals());
    }

    @Provides
    @Singleton
    static VerificationThreads threads(final JwtConfiguration settings) {
        return new VerificationThreads(settings.verificationThreads(), settings.verificationQueue());
    }

    @Provides
    @Singleton
    static KeySource keys(
            final JwtConfiguration settings,
            final Vertx vertx,
            final Blocking blocking,
            final Observers observers,
            final RefusedTokens refused) {
        final Set<JWSAlgorithm> algorithms = JwtProblems.algorithms(settings);
        if (settings.jwksUrl().isEmpty()) {
            return JwtProblems.fixedKeys(settings, algorithms, LOGGER::warn);
        }
        final URI url = ProviderUrl.of(settings.jwksUrl().get(), settings.allowHttp());
        return new RemoteKeys(
                vertx,
                new ProviderClient(vertx, settings.timeout(), 1, 1),
                blocking,
                url.toString(),
                () -> Future.succeededFuture(url),
                algorithms,
                new RemoteKeys.Intervals(settings.refreshInterval(), settings.minRefreshInterval()),
                refused::clear,
                observers.of(SecurityEvent.class));
    }
}
