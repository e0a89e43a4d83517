package org.jzenith.security.jwt.internal.verification;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.internal.authentication.Priority;
import org.jzenith.security.jwt.internal.bearer.TokenDigest;
import org.jzenith.security.jwt.internal.claims.ClaimsIdentity;
import org.jzenith.security.jwt.internal.claims.StrictJson;
import org.jzenith.security.jwt.internal.claims.StrictJson.StrictJsonException;
import org.jzenith.security.jwt.internal.configuration.IntrospectionConfiguration;
import org.jzenith.security.jwt.internal.provider.ProviderClient;
import org.jzenith.security.jwt.internal.provider.ProviderUnavailableException;
import org.slf4j.LoggerFactory;

/** Asks a provider about tokens (RFC 7662). All requests that wait for the same token share one call. Safe for use by many threads. */
public final class IntrospectionClient implements AutoCloseable {

    /** In seconds since the epoch; what expires later does not expire. */
    private static final double YEAR_10000 = 253_402_300_800d;

    private final StrictJson json = new StrictJson();
    private final ConcurrentMap<TokenDigest, Future<VerifiedToken>> calls = new ConcurrentHashMap<>();
    private final ProviderClient client;
    private final URI url;
    private final Map<String, String> headers;
    private final Optional<String> issuer;
    private final List<String> audience;
    private final long cacheMillis;
    private final ClaimsIdentity identities;
    private final CountedWarning unavailable;

    /**
     * Creates a client.
     *
     * @param client closed with this one
     * @param url the URL of the endpoint
     * @param settings the settings, with client identifier and secret
     * @param identities makes identities
     */
    public IntrospectionClient(
            final ProviderClient client,
            final URI url,
            final IntrospectionConfiguration settings,
            final ClaimsIdentity identities) {
        this.client = client;
        this.url = url;
        this.headers = Map.of(
                "Authorization",
                "Basic " + credentials(settings),
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Accept",
                "application/json");
        this.issuer = settings.issuer();
        this.audience = settings.audience().orElse(List.of());
        this.cacheMillis = settings.cacheFor().toMillis();
        this.identities = identities;
        this.unavailable = new CountedWarning(
                LoggerFactory.getLogger(IntrospectionClient.class),
                "The provider did not say whether a token is active, so the request got a 503. Check introspection.url ("
                        + url + "), and see the request's error.");
    }

    /** Identifier and secret are form-encoded first (RFC 6749, 2.3.1). */
    private static String credentials(final IntrospectionConfiguration settings) {
        final String pair = encoded(settings.clientId().orElse(""))
                + ':'
                + encoded(settings.clientSecret().map(secret -> secret.get()).orElse(""));
        return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(final String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /**
     * Asks about a token.
     *
     * @param digest the digest of the token
     * @param token the token as it was sent
     * @param priority the priority of the call
     * @return the active token; fails with a {@link WrongCredentialsException} if it is not active, and with a {@link
     *     ProviderUnavailableException} if the provider does not say so
     */
    public Future<VerifiedToken> ask(final TokenDigest digest, final String token, final Priority priority) {
        final Promise<VerifiedToken> promise = Promise.promise();
        final Future<VerifiedToken> call = promise.future();
        final Future<VerifiedToken> same = calls.putIfAbsent(digest, call);
        if (same != null) {
            return same;
        }
        final Buffer form = Buffer.buffer("token=" + encoded(token) + "&token_type_hint=access_token");
        client.send(HttpMethod.POST, url, headers, form, priority).onComplete(answer -> {
            end(answer, promise);
            calls.remove(digest, call);
        });
        return call;
    }

    /**
     * Returns the number of tokens about which the provider is asked now.
     *
     * @return with those that wait for a connection
     */
    public int calls() {
        return calls.size();
    }

    private void end(final AsyncResult<Buffer> answer, final Promise<VerifiedToken> promise) {
        try {
            if (answer.failed()) {
                throw new ProviderUnavailableException(
                        String.valueOf(answer.cause().getMessage()), answer.cause());
            }
            promise.complete(active(json.read(answer.result().toString(StandardCharsets.UTF_8))));
        } catch (final WrongCredentialsException e) {
            promise.fail(e);
        } catch (final StrictJsonException e) {
            unavailable.add();
            promise.fail(
                    new ProviderUnavailableException(url + " sent a response that is " + e.getMessage() + ".", null));
        } catch (final RuntimeException e) {
            unavailable.add();
            promise.fail(e);
        }
    }

    private VerifiedToken active(final Map<String, Object> response) {
        final Object active = response.get("active");
        if (!(active instanceof final Boolean isActive)) {
            throw new ProviderUnavailableException(url + " sent a response without 'active'.", null);
        }
        final long now = System.currentTimeMillis();
        final @Nullable Instant expiry = instant(response.get("exp"));
        if (!isActive || (expiry != null && expiry.toEpochMilli() <= now)) {
            throw new WrongCredentialsException("The token is not active.");
        }
        if (issuer.isPresent() && !issuer.get().equals(response.get("iss"))) {
            throw new WrongCredentialsException("The token has a wrong issuer.");
        }
        if (!audience.isEmpty() && !hasAudience(response.get("aud"))) {
            throw new WrongCredentialsException("The token has a wrong audience.");
        }
        final long until = expiry == null ? Long.MAX_VALUE : expiry.toEpochMilli();
        return new VerifiedToken(identities.of(response, expiry), Math.min(until, now + cacheMillis), null, null);
    }

    private @Nullable Instant instant(final @Nullable Object seconds) {
        if (seconds == null) {
            return null;
        }
        if (!(seconds instanceof final Number number)) {
            throw new ProviderUnavailableException(url + " sent a response with an 'exp' that is not a number.", null);
        }
        final double value = number.doubleValue();
        return value < YEAR_10000 ? Instant.ofEpochSecond((long) value) : null;
    }

    private boolean hasAudience(final @Nullable Object value) {
        return value instanceof final List<?> list
                ? list.stream().anyMatch(audience::contains)
                : value instanceof String && audience.contains(value);
    }

    @Override
    public void close() {
        client.close();
    }
}
