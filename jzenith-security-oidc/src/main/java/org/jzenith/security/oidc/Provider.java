package org.jzenith.security.oidc;

import com.google.errorprone.annotations.CheckReturnValue;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.SecurityEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The provider's discovery document and keys. They are fetched when they are needed first, once for all who wait, and kept while the
 * provider is away. Safe for use by many threads.
 */
@Singleton
@CheckReturnValue
final class Provider {

    private static final Duration METADATA_LIFETIME = Duration.ofHours(1);
    private static final Duration KEYS_LIFETIME = Duration.ofMinutes(15);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration KEYS_RETRY = Duration.ofSeconds(10);

    private static final Logger LOGGER = LoggerFactory.getLogger(Provider.class);

    private final ProviderHttp http;
    private final String issuer;
    private final @Nullable EventEmitter<SecurityEvent> events;
    private final Fetched<OIDCProviderMetadata> metadata = new Fetched<>();
    private final Fetched<JWKSet> keys = new Fetched<>();

    @Inject
    Provider(final ProviderHttp http, final OidcConfiguration configuration, final Observers observers) {
        this.http = http;
        this.issuer = configuration.issuer().toString();
        this.events = observers.of(SecurityEvent.class);
    }

    /** A document of the provider. */
    private static final class Fetched<T> {

        private @Nullable T last;
        private @Nullable Throwable failure;
        private @Nullable Single<T> running;
        private long askedAt;
        private long fetchedAt;

        /** The time at which a document was fetched again before its time; null for never. */
        private @Nullable Long fetchedEarlyAt;

        /**
         * Returns the document, and fetches it if it is older than a time.
         *
         * @param lifetime the lifetime of a document; zero if one is known that lacks something
         * @param retry the time between two attempts
         */
        synchronized Single<T> get(final Duration lifetime, final Duration retry, final Supplier<Single<T>> fetch) {
            final T known = last;
            final long age = System.nanoTime() - askedAt;
            if (known != null && age < lifetime.toNanos()) {
                return Single.just(known);
            }
            final Single<T> already = running;
            if (already != null) {
                return known == null ? already : already.onErrorReturnItem(known);
            }
            final Throwable failed = failure;
            if (known != null && lifetime.isZero()) {
                final Long before = fetchedEarlyAt;
                if (before != null && System.nanoTime() - before < retry.toNanos()) {
                    return Single.just(known);
                }
                fetchedEarlyAt = System.nanoTime();
            } else if (age < retry.toNanos() && known == null && failed != null) {
                return Single.error(failed);
            }
            askedAt = System.nanoTime();
            final Single<T> begun = fetch.get()
                    .doOnSuccess(this::fetched)
                    .doOnError(this::failed)
                    .cache();
            running = begun;
            return known == null ? begun : begun.onErrorReturnItem(known);
        }

        private synchronized void fetched(final T value) {
            last = value;
            fetchedAt = System.nanoTime();
            failure = null;
            running = null;
        }

        private synchronized void failed(final Throwable error) {
            failure = error;
            running = null;
            if (last != null) {
                LOGGER.warn("The last good document of the provider stays in use: {}", error.getMessage());
            }
        }

        synchronized @Nullable T last() {
            return last;
        }

        synchronized long ageSeconds() {
            return last == null ? 0 : TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - fetchedAt);
        }
    }

    /** Returns the discovery document, whose issuer is that of the settings. */
    Single<OIDCProviderMetadata> metadata() {
        return metadata.get(
                METADATA_LIFETIME,
                RETRY,
                () -> http.get(URI.create(
                                (issuer.endsWith("/") ? issuer : issuer + "/") + ".well-known/openid-configuration"))
                        .map(this::parsed));
    }

    private OIDCProviderMetadata parsed(final String document) {
        final OIDCProviderMetadata parsed;
        try {
            parsed = OIDCProviderMetadata.parse(document);
        } catch (final ParseException e) {
            throw ProviderException.unavailable("The discovery document is malformed: " + e.getMessage());
        }
        if (!parsed.getIssuer().getValue().equals(issuer)) {
            throw ProviderException.unavailable("The discovery document names the issuer '" + parsed.getIssuer()
                    + "', and oidc.issuer is '" + issuer + "'.");
        }
        check("authorization_endpoint", parsed.getAuthorizationEndpointURI());
        check("token_endpoint", parsed.getTokenEndpointURI());
        check("jwks_uri", parsed.getJWKSetURI());
        if (parsed.getEndSessionEndpointURI() != null) {
            check("end_session_endpoint", parsed.getEndSessionEndpointURI());
        }
        return parsed;
    }

    private static void check(final String name, final @Nullable URI address) {
        if (address == null || !ProviderHttp.isSafe(address)) {
            throw ProviderException.unavailable(
                    "The discovery document names " + address + " as its " + name + ", which is not HTTPS.");
        }
    }

    /**
     * Returns the keys of the provider.
     *
     * @param id the id of the key that is asked for; an unknown one leads to one fetch in 10 seconds
     */
    Single<JWKSet> keys(final @Nullable String id) {
        final JWKSet known = keys.last();
        final boolean has = known != null && (id == null || known.getKeyByKeyId(id) != null);
        return metadata()
                .flatMap(found -> keys.get(
                        has ? KEYS_LIFETIME : Duration.ZERO,
                        known == null ? RETRY : KEYS_RETRY,
                        () -> http.get(found.getJWKSetURI()).map(text -> parsedKeys(text, found.getJWKSetURI()))));
    }

    /** Returns the seconds since the keys were fetched; 0 before that. */
    long ageOfKeys() {
        return keys.ageSeconds();
    }

    private JWKSet parsedKeys(final String text, final URI source) {
        try {
            final JWKSet parsed = JWKSet.parse(text);
            if (events != null && !parsed.equals(keys.last())) {
                events.emit(new SecurityEvent.KeysChanged(
                        source.toString(), parsed.getKeys().size()));
            }
            return parsed;
        } catch (final java.text.ParseException e) {
            throw ProviderException.unavailable("The keys of the provider are malformed: " + e.getMessage());
        }
    }

    /** Reports that the provider has not been reached yet. One that was reached once and is away now counts as healthy: sessions go on. */
    static final class Readiness implements HealthCheck {

        private final Provider provider;

        @Inject
        Readiness(final Provider provider) {
            this.provider = provider;
        }

        @Override
        public String name() {
            return "oidc";
        }

        @Override
        public Single<Health> check() {
            return provider.metadata()
                    .map(found -> Health.healthy())
                    .onErrorReturn(error -> Health.unhealthy(String.valueOf(error.getMessage())));
        }
    }
}
