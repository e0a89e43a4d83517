package org.jzenith.security.oidc;

import com.google.errorprone.annotations.CheckReturnValue;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.SecurityEvent;
import org.jzenith.security.jwt.key.KeyReader;
import org.jzenith.security.jwt.key.MissingKeys;
import org.jzenith.security.jwt.key.VerificationKey;
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

    private static final Logger LOGGER = LoggerFactory.getLogger(Provider.class);

    private final ProviderHttp http;
    private final String issuer;
    private final KeyReader reader;
    private final @Nullable EventEmitter<SecurityEvent> events;
    private final Fetched<Endpoints> metadata = new Fetched<>();
    private final Keys keys = new Keys();

    /** A sender of tokens, with the least time between two fetches for its tokens with unknown keys. */
    enum Sender {
        /** The provider itself, in the response of its token endpoint. */
        PROVIDER(Duration.ofSeconds(1)),
        /** Any client. */
        CLIENT(Duration.ofSeconds(10));

        private final Duration interval;

        Sender(final Duration interval) {
            this.interval = interval;
        }
    }

    /** The members of the discovery document that are used. Others cannot make it unusable. */
    record Endpoints(
            URI authorization,
            URI token,
            URI keys,
            @Nullable URI endSession) {}

    @Inject
    Provider(final ProviderHttp http, final OidcConfiguration configuration, final Observers observers) {
        this.http = http;
        this.issuer = configuration.issuer().toString();
        this.reader = new KeyReader(
                issuer,
                configuration.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toUnmodifiableSet()),
                LOGGER::warn);
        this.events = observers.of(SecurityEvent.class);
    }

    /** A document of the provider. */
    private static final class Fetched<T> {

        private @Nullable T last;
        private @Nullable Throwable failure;
        private @Nullable Single<T> running;
        private long askedAt;
        private long fetchedAt;

        /**
         * Returns the document, and fetches it if it is older than a time.
         *
         * @param lifetime the lifetime of a document; zero if one is known that lacks something
         */
        synchronized Single<T> get(final Duration lifetime, final Supplier<Single<T>> fetch) {
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
            if (age < RETRY.toNanos() && known == null && failed != null) {
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

        synchronized boolean isRunning() {
            return running != null;
        }

        synchronized long ageSeconds() {
            return last == null ? 0 : TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - fetchedAt);
        }
    }

    /** The keys, which tokens with unknown keys can have fetched early. */
    private static final class Keys {

        private final Fetched<JWKSet> fetched = new Fetched<>();
        private final MissingKeys unknown = new MissingKeys();
        private final Map<Sender, Long> fetchedEarlyAt = new EnumMap<>(Sender.class);

        synchronized Single<JWKSet> get(
                final @Nullable String id, final Sender sender, final Supplier<Single<JWKSet>> fetch) {
            final JWKSet known = fetched.last();
            final Supplier<Single<JWKSet>> search = () -> {
                unknown.fetchBegins();
                return fetch.get().doOnSuccess(this::searched);
            };
            if (known != null && has(known, id)) {
                return fetched.get(KEYS_LIFETIME, search);
            }
            if (known != null && !fetched.isRunning() && !fetchesEarly(sender)) {
                return decided(id, known);
            }
            unknown.add(id);
            return fetched.get(Duration.ZERO, search).flatMap(newest -> decided(id, newest));
        }

        private boolean fetchesEarly(final Sender sender) {
            final long now = System.nanoTime();
            final Long before = fetchedEarlyAt.get(sender);
            if (before != null && now - before < sender.interval.toNanos()) {
                return false;
            }
            fetchedEarlyAt.put(sender, now);
            return true;
        }

        private synchronized void searched(final JWKSet newest) {
            unknown.fetchSucceeded(id -> has(newest, id));
        }

        /** Returns the keys if they, or the last fetch, show whether the provider has a key. */
        private synchronized Single<JWKSet> decided(final @Nullable String id, final JWKSet known) {
            return has(known, id) || unknown.isMissing(id)
                    ? Single.just(known)
                    : Single.error(ProviderException.unavailable("The token names a key that was not among those of the"
                            + " provider. A later token has them fetched again."));
        }

        private static boolean has(final JWKSet known, final @Nullable String id) {
            return id == null || known.getKeyByKeyId(id) != null;
        }
    }

    /** Returns the discovery document, whose issuer is that of the settings. */
    Single<Endpoints> metadata() {
        return metadata.get(
                METADATA_LIFETIME,
                () -> http.get(URI.create(
                                (issuer.endsWith("/") ? issuer : issuer + "/") + ".well-known/openid-configuration"))
                        .map(this::parsed));
    }

    private Endpoints parsed(final String document) {
        final Map<String, Object> members;
        try {
            members = JSONObjectUtils.parse(document);
        } catch (final ParseException e) {
            throw ProviderException.unavailable("The discovery document is malformed: " + e.getMessage());
        }
        if (!issuer.equals(members.get("issuer"))) {
            throw ProviderException.unavailable("The discovery document names the issuer '" + members.get("issuer")
                    + "', and oidc.issuer is '" + issuer + "'.");
        }
        return new Endpoints(
                endpoint(members, "authorization_endpoint"),
                endpoint(members, "token_endpoint"),
                endpoint(members, "jwks_uri"),
                members.get("end_session_endpoint") == null ? null : endpoint(members, "end_session_endpoint"));
    }

    private static URI endpoint(final Map<String, Object> members, final String name) {
        final String text = String.valueOf(members.get(name));
        try {
            final URI address = URI.create(text);
            if (ProviderHttp.isSafe(address)) {
                return address;
            }
        } catch (final IllegalArgumentException e) {
            // it is not a URL at all
        }
        throw ProviderException.unavailable(
                "The discovery document names " + text + " as its " + name + ", which is not an HTTPS URL.");
    }

    /**
     * Returns the keys of the provider. Fails while it is not known whether the provider has the key that is asked for.
     *
     * @param id the id of the key that is asked for
     * @param sender the sender of the token that names it
     */
    Single<JWKSet> keys(final @Nullable String id, final Sender sender) {
        return metadata()
                .flatMap(found ->
                        keys.get(id, sender, () -> http.get(found.keys()).map(text -> parsedKeys(text, found.keys()))));
    }

    /** Returns the seconds since the keys were fetched; 0 before that. */
    long ageOfKeys() {
        return keys.fetched.ageSeconds();
    }

    private JWKSet parsedKeys(final String text, final URI source) {
        try {
            final JWKSet parsed = new JWKSet(
                    reader.ofJwks(text).stream().map(VerificationKey::jwk).toList());
            if (events != null && !parsed.equals(keys.fetched.last())) {
                events.emit(new SecurityEvent.KeysChanged(
                        source.toString(), parsed.getKeys().size()));
            }
            return parsed;
        } catch (final IllegalArgumentException e) {
            throw ProviderException.unavailable("The keys at " + source + " cannot be used: " + e.getMessage());
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
