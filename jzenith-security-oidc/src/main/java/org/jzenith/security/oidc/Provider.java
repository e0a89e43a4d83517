package org.jzenith.security.oidc;

import com.google.errorprone.annotations.CheckReturnValue;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.security.internal.authentication.Priority;
import org.jzenith.security.jwt.internal.key.KeySet;
import org.jzenith.security.jwt.internal.key.RemoteKeys;
import org.jzenith.security.jwt.internal.provider.ProviderClient;
import org.jzenith.security.jwt.internal.provider.ProviderResponse;
import org.jzenith.security.jwt.internal.provider.ProviderUnavailableException;
import org.jzenith.security.jwt.internal.provider.ProviderUrl;
import org.jzenith.security.observe.SecurityEvent;
import org.jzenith.security.oidc.internal.configuration.OidcConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The identity provider, with its discovery document and keys. The document is fetched when it is first needed, once for all waiting
 * requests. It stays in use while the provider is unavailable. Safe for use by many threads.
 */
@Singleton
@CheckReturnValue
final class Provider implements AutoCloseable {

    private static final Duration METADATA_LIFETIME = Duration.ofHours(1);
    private static final Duration RETRY = Duration.ofSeconds(1);
    /** The minimum time between two fetches for health checks while the provider responds. */
    private static final Duration PROBE = Duration.ofSeconds(10);

    private static final RemoteKeys.Intervals KEYS =
            new RemoteKeys.Intervals(Duration.ofMinutes(15), Duration.ofSeconds(10));
    private static final int CONNECTIONS = 8;
    private static final int MAX_WAITING = 256;

    private static final Logger LOGGER = LoggerFactory.getLogger(Provider.class);

    private final String issuer;
    private final URI document;
    private final ProviderClient client;
    private final RemoteKeys keys;

    /** This field and all that follow are guarded by {@code this}. */
    private @Nullable Endpoints last;

    private @Nullable Throwable failure;
    private @Nullable Future<Endpoints> running;
    private long askedAt;
    private @Nullable Long probedAt;

    /** The members of the discovery document that are used. Mistakes in other members do not matter. */
    record Endpoints(
            URI authorization,
            URI token,
            URI keys,
            @Nullable URI endSession) {}

    @Inject
    Provider(
            final Vertx vertx,
            final Blocking blocking,
            final OidcConfiguration configuration,
            final Observers observers) {
        this.issuer = configuration.issuer().toString();
        this.document = ProviderUrl.of(
                (issuer.endsWith("/") ? issuer : issuer + "/") + ".well-known/openid-configuration", false);
        this.client = new ProviderClient(vertx, configuration.timeout(), CONNECTIONS, MAX_WAITING);
        this.keys = new RemoteKeys(
                vertx,
                client,
                blocking,
                issuer,
                () -> endpoints().map(Endpoints::keys),
                configuration.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toUnmodifiableSet()),
                KEYS,
                () -> {},
                observers.of(SecurityEvent.class));
    }

    /** Returns the discovery document. Its issuer equals {@code oidc.issuer}. */
    Single<Endpoints> metadata() {
        return RxFuture.single(this::endpoints);
    }

    private synchronized Future<Endpoints> endpoints() {
        final Endpoints known = last;
        final long age = System.nanoTime() - askedAt;
        if (known != null && age < METADATA_LIFETIME.toNanos()) {
            return Future.succeededFuture(known);
        }
        final Throwable failed = failure;
        if (known == null && running == null && failed != null && age < RETRY.toNanos()) {
            return Future.failedFuture(failed);
        }
        return known == null ? fetch() : fetch().otherwise(known);
    }

    /** Fetches the document for a health check, at a limited rate. Fails while the provider is unavailable, even if a document is known. */
    private synchronized Future<Endpoints> probe() {
        final Endpoints known = last;
        final Throwable failed = failure;
        final long now = System.nanoTime();
        if (running == null && failed != null && now - askedAt < RETRY.toNanos()) {
            return Future.failedFuture(failed);
        }
        if (running == null
                && failed == null
                && known != null
                && probedAt != null
                && now - probedAt < PROBE.toNanos()) {
            return Future.succeededFuture(known);
        }
        probedAt = now;
        return fetch();
    }

    private synchronized Future<Endpoints> fetch() {
        final Future<Endpoints> present = running;
        if (present != null) {
            return present;
        }
        askedAt = System.nanoTime();
        final Future<Endpoints> begun = client.get(document, "application/json").map(this::parsed);
        running = begun;
        return begun.onSuccess(this::fetched).onFailure(this::failed);
    }

    private synchronized void fetched(final Endpoints found) {
        last = found;
        failure = null;
        running = null;
    }

    private synchronized void failed(final Throwable error) {
        final boolean isFirst = failure == null;
        failure = error;
        running = null;
        if (last != null && isFirst) {
            LOGGER.warn(
                    "The provider's discovery document cannot be fetched, so the previous one stays in use: {}",
                    error.getMessage());
        }
    }

    private Endpoints parsed(final Buffer text) {
        final Map<String, Object> members;
        try {
            members = JSONObjectUtils.parse(text.toString(StandardCharsets.UTF_8));
        } catch (final ParseException e) {
            throw new ProviderUnavailableException("The discovery document is malformed: " + e.getMessage(), null);
        }
        if (!issuer.equals(members.get("issuer"))) {
            throw new ProviderUnavailableException(
                    "The discovery document names the issuer '" + members.get("issuer") + "', but oidc.issuer is '"
                            + issuer + "'.",
                    null);
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
            return ProviderUrl.of(text, false);
        } catch (final IllegalArgumentException e) {
            throw new ProviderUnavailableException(
                    "The discovery document names " + text + " as its " + name + ". " + e.getMessage(), null);
        }
    }

    /**
     * Returns the keys of the provider. Fails while it is unknown whether the provider has the requested key.
     *
     * @param id the id of the requested key
     * @param isFromProvider true if the token that names the key comes directly from the provider
     */
    Single<KeySet> keys(final @Nullable String id, final boolean isFromProvider) {
        final KeySet known = keys.current();
        return known.knows(id) ? Single.just(known) : RxFuture.single(() -> keys.refresh(id, isFromProvider));
    }

    /** Returns the seconds since the keys were fetched; 0 before that. */
    long ageOfKeys() {
        return keys.ageSeconds();
    }

    /** Sends a request that the SDK built to an endpoint, for a client with a priority. */
    Single<ProviderResponse> post(final URI endpoint, final HTTPRequest request, final Priority priority) {
        final Map<String, String> headers = new HashMap<>();
        request.getHeaderMap().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        return client.call(
                HttpMethod.POST, endpoint, headers, Buffer.buffer(String.valueOf(request.getBody())), priority);
    }

    /** Ends all calls. */
    @Override
    public void close() {
        keys.close();
    }

    /**
     * Reports the application as degraded while the provider is unavailable: new logins fail, and sessions with expired tokens have to
     * wait. All other requests are served, such as those with valid tokens.
     */
    static final class Readiness implements HealthCheck {

        private final Provider provider;
        private final Duration limit;

        @Inject
        Readiness(final Provider provider, final HealthConfiguration configuration) {
            this.provider = provider;
            // A little less than the limit of all checks, so that the answer is ours.
            this.limit = configuration.timeout().multipliedBy(9).dividedBy(10);
        }

        @Override
        public String name() {
            return "oidc";
        }

        @Override
        public Single<Health> check() {
            return RxFuture.single(provider::probe)
                    .map(found -> provider.keys.ofLastFetch())
                    .timeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                    .onErrorReturn(error -> Health.degraded(
                            error instanceof TimeoutException
                                    ? "The provider did not respond within " + limit.toMillis() + " ms"
                                    : String.valueOf(error.getMessage()).replaceFirst("\\.$", "")));
        }
    }
}
