package org.jzenith.security.jwt;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.OptionalBinder;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.SecurityEvent;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.security.authentication.AuthenticationMechanism;

/** The plugin that a {@link JwtPlugin} describes. */
final class TokenPlugin implements Plugin, ConfigurationChecker {

    private static final Set<String> ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    @Override
    public String name() {
        return JwtMechanism.NAME;
    }

    @Override
    public Set<String> requires() {
        return Set.of("security");
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(JwtConfiguration.class);
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
            final JwtConfiguration settings = configuration.get(JwtConfiguration.class);
            final List<StartProblem> problems = new ArrayList<>();
            for (final String algorithm : settings.algorithms()) {
                if (!ALGORITHMS.contains(algorithm)) {
                    problems.add(problem(
                            configuration,
                            "jwt.algorithms",
                            "'" + algorithm + "' is no accepted algorithm of a signature with a public key.",
                            "Choose among "
                                    + String.join(
                                            ", ", ALGORITHMS.stream().sorted().toList()) + "."));
                }
            }
            final Optional<URI> url = settings.jwksUrl();
            final Optional<Path> file = settings.keyFile();
            if (url.isPresent() == file.isPresent()) {
                problems.add(problem(
                        configuration,
                        "jwt.jwks-url",
                        url.isPresent()
                                ? "jwt.jwks-url and jwt.key-file are both set."
                                : "Neither jwt.jwks-url nor jwt.key-file is set, so no token can be verified.",
                        "Set the URL of the issuer's keys, or a file with them."));
            }
            url.filter(each -> !isSafe(each))
                    .ifPresent(each -> problems.add(problem(
                            configuration,
                            "jwt.jwks-url",
                            "The keys would be fetched from " + each
                                    + " without TLS, so anybody on the way could replace them.",
                            "Use https; http is for this machine only.")));
            file.ifPresent(each -> {
                try {
                    KeyFile.read(each);
                } catch (final IOException e) {
                    problems.add(problem(
                            configuration,
                            "jwt.key-file",
                            "The file " + each + " has no usable keys: " + e.getMessage() + ".",
                            "Give a JWKS, or public keys in PEM."));
                }
            });
            if (!problems.isEmpty()) {
                throw new StartException(problems, false);
            }
        });
    }

    private static StartProblem problem(
            final Configuration configuration, final String key, final String text, final String remedy) {
        return StartProblem.of(text).from(configuration.origin(key).orElse(key)).remedy(remedy);
    }

    private static boolean isSafe(final URI url) {
        return "https".equalsIgnoreCase(url.getScheme())
                || ("http".equalsIgnoreCase(url.getScheme()) && LOOPBACK.contains(String.valueOf(url.getHost())));
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                OptionalBinder.newOptionalBinder(binder(), TokenRevocation.class);
                AuthenticationMechanism.binder(binder()).addBinding().to(JwtMechanism.class);
                Multibinder.newSetBinder(binder(), HealthCheck.class)
                        .addBinding()
                        .to(KeysHealth.class);
            }

            @Provides
            @Singleton
            TokenCache cache(final JwtConfiguration settings) {
                return new TokenCache(settings.cacheSize());
            }

            @Provides
            @Singleton
            JwksClient client(final Vertx vertx, final JwtConfiguration settings) {
                return new JwksClient(vertx, settings.fetchTimeout());
            }

            @Provides
            @Singleton
            KeySource keys(
                    final JwtConfiguration settings,
                    final com.google.inject.Provider<JwksClient> client,
                    final TokenCache cache,
                    final Observers observers)
                    throws IOException {
                final Optional<URI> url = settings.jwksUrl();
                return url.isPresent()
                        ? jwks(url.get(), client.get(), settings, cache, observers.of(SecurityEvent.class))
                        : KeyFile.read(settings.keyFile().orElseThrow());
            }

            @Provides
            @Singleton
            JwtMechanism mechanism(
                    final JwtConfiguration settings,
                    final KeySource keys,
                    final TokenCache cache,
                    final Optional<TokenRevocation> revocation) {
                return new JwtMechanism(settings, keys, cache, revocation.orElse(null));
            }

            @Provides
            @Singleton
            KeysHealth health(final KeySource keys) {
                return new KeysHealth(keys);
            }
        });
    }

    private static KeySource jwks(
            final URI url,
            final JwksClient client,
            final JwtConfiguration settings,
            final TokenCache cache,
            final @Nullable EventEmitter<SecurityEvent> events) {
        return new JwksKeys(url, client, settings.refresh(), valid -> {
            cache.keysChanged(valid::contains);
            if (events != null) {
                events.emit(new SecurityEvent.KeysChanged(url.toString(), valid.size()));
            }
        });
    }

    /** Begins to fetch the keys, and does not wait for them. */
    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            if (injector.getInstance(KeySource.class) instanceof final JwksKeys keys) {
                keys.refresh();
            }
        });
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.defer(() -> {
            injector.getInstance(JwtMechanism.class).close();
            return injector.getInstance(JwtConfiguration.class).jwksUrl().isPresent()
                    ? RxFuture.completable(
                            () -> injector.getInstance(JwksClient.class).close())
                    : Completable.complete();
        });
    }
}
