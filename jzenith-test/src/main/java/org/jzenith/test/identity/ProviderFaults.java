package org.jzenith.test.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.openid.connect.sdk.AuthenticationErrorResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jzenith.security.embedded.internal.ProviderBehavior;
import org.jzenith.security.embedded.internal.ProviderServer;
import org.jzenith.security.embedded.internal.ProviderTokens;

/** The users of a test's provider, its faults and its counts. */
final class ProviderFaults implements ProviderBehavior {

    private static final int ENDLESS_PIECE = 64 * 1024;
    private static final long ENDLESS = 1L << 30;
    private static final int FOUND = 302;
    private static final int UNAVAILABLE = 503;
    private static final Duration HOUR = Duration.ofHours(1);

    /** The key of all providers of a test run. Creating one for each provider could take too long on a busy machine. */
    private static final RSAKey KEY = ProviderTokens.newKey();

    private static final RSAKey FOREIGN = ProviderTokens.newKey();

    private final TestIdentityProvider provider;

    ProviderFaults(final TestIdentityProvider provider) {
        this.provider = provider;
    }

    @Override
    public String clientId() {
        return provider.clientId();
    }

    @Override
    public RSAKey firstKey() {
        return KEY;
    }

    @Override
    public String clientSecret() {
        return provider.clientSecret();
    }

    @Override
    public Duration tokenLifetime() {
        return provider.tokenLifetime();
    }

    @Override
    public Map<String, List<String>> users() {
        return Map.of();
    }

    @Override
    public String userWithoutPage() {
        return provider.user();
    }

    @Override
    public Map<String, Object> claimsOf(final String user) {
        return provider.claimsOf(user);
    }

    @Override
    public @Nullable String refreshed(final @Nullable String user) {
        provider.counted("refresh");
        return user != null && provider.has(ProviderFault.REFRESH_FOR_ANOTHER_USER) ? "mallory" : user;
    }

    @Override
    public void respond(final HttpServerRequest request, final Runnable response) {
        provider.counted(request.path());
        switch (request.path()) {
            case ProviderServer.DISCOVERY ->
                unless(
                        request,
                        ProviderFault.DISCOVERY_HANGS,
                        ProviderFault.DISCOVERY_REDIRECTS,
                        ProviderFault.DISCOVERY_IS_ENDLESS,
                        response);
            case ProviderServer.KEYS ->
                unless(
                        request,
                        ProviderFault.KEYS_HANG,
                        ProviderFault.KEYS_REDIRECT,
                        ProviderFault.KEYS_ARE_ENDLESS,
                        response);
            case "/authorize" -> {
                if (provider.has(ProviderFault.ACCESS_DENIED)) {
                    redirect(request.response(), denied(request));
                } else {
                    response.run();
                }
            }
            case "/token" -> afterHold(() -> token(request, response));
            default -> response.run();
        }
    }

    private void afterHold(final Runnable response) {
        final CompletionStage<?> hold = provider.takeHold();
        if (hold == null) {
            response.run();
        } else {
            final Context context = Vertx.currentContext();
            hold.whenComplete((done, error) -> context.runOnContext(ignored -> response.run()));
        }
    }

    private void token(final HttpServerRequest request, final Runnable response) {
        if (provider.has(ProviderFault.TOKEN_UNAVAILABLE)) {
            request.response().setStatusCode(UNAVAILABLE).end();
            return;
        }
        unless(
                request,
                ProviderFault.TOKEN_HANGS,
                ProviderFault.TOKEN_REDIRECTS,
                ProviderFault.TOKEN_IS_ENDLESS,
                response);
    }

    private void unless(
            final HttpServerRequest request,
            final ProviderFault hangs,
            final ProviderFault redirects,
            final ProviderFault endless,
            final Runnable response) {
        if (provider.has(redirects)) {
            redirect(request.response(), provider.issuer() + "/elsewhere");
        } else if (provider.has(endless)) {
            request.response().setChunked(true).putHeader("Content-Type", "application/json");
            writeEndlessly(request.response());
        } else if (!provider.has(hangs)) {
            response.run();
        }
    }

    private static void redirect(final HttpServerResponse response, final String location) {
        response.setStatusCode(FOUND).putHeader("Location", location).end();
    }

    private static void writeEndlessly(final HttpServerResponse response) {
        if (response.closed() || response.ended()) {
            return;
        }
        if (response.bytesWritten() >= ENDLESS) {
            response.end();
        } else {
            response.write(Buffer.buffer(" ".repeat(ENDLESS_PIECE))).onSuccess(written -> writeEndlessly(response));
        }
    }

    private String denied(final HttpServerRequest incoming) {
        try {
            final AuthenticationRequest request =
                    AuthenticationRequest.parse(URI.create(provider.issuer() + incoming.uri()));
            return new AuthenticationErrorResponse(
                            request.getRedirectionURI(), OAuth2Error.ACCESS_DENIED, request.getState(), null)
                    .toURI()
                    .toString();
        } catch (final ParseException e) {
            throw new IllegalArgumentException("The authentication request is malformed: " + incoming.uri(), e);
        }
    }

    @Override
    public JsonObject document(final String path, final JsonObject document) {
        if (path.equals(ProviderServer.KEYS)) {
            return provider.has(ProviderFault.KEYS_ARE_ODD) ? withOddKeys(document) : document;
        }
        if (provider.has(ProviderFault.WRONG_ISSUER)) {
            document.put("issuer", "https://evil.example");
        }
        if (provider.has(ProviderFault.DISCOVERY_IS_ODD)) {
            document.put("userinfo_endpoint", "no URL at all")
                    .put("scopes_supported", "openid")
                    .put("claims_parameter_supported", "perhaps")
                    .put("subject_types_supported", 1);
        }
        return document;
    }

    private static JsonObject withOddKeys(final JsonObject keys) {
        keys.getJsonArray("keys")
                .add(0, "odd")
                .add(new JsonObject().put("kid", "new").put("kty", "AKP").put("alg", "ML-DSA-44"))
                .add(new JsonObject()
                        .put("kid", "curve")
                        .put("kty", "EC")
                        .put("crv", "BP-256")
                        .put("x", "AA")
                        .put("y", "AA"))
                .add(new JsonObject().put("kid", "bare").put("kty", "RSA"));
        return keys;
    }

    @Override
    public void change(final JWTClaimsSet.Builder claims) {
        final JWTClaimsSet right = claims.build();
        if (provider.has(ProviderFault.WRONG_NONCE) && right.getClaim("nonce") != null) {
            claims.claim("nonce", "another");
        }
        if (provider.has(ProviderFault.WRONG_TOKEN_ISSUER)) {
            claims.issuer("https://evil.example");
        }
        if (provider.has(ProviderFault.WRONG_AUDIENCE)) {
            claims.audience("another");
        }
        if (provider.has(ProviderFault.EXPIRED)) {
            final Instant end = Instant.now().minus(HOUR);
            claims.issueTime(Date.from(end.minus(HOUR))).expirationTime(Date.from(end));
        }
    }

    @Override
    public String sign(final JWTClaimsSet claims, final @Nullable JOSEObjectType type, final RSAKey key) {
        if (provider.has(ProviderFault.UNSIGNED)) {
            return new PlainJWT(claims).serialize();
        }
        if (provider.has(ProviderFault.HMAC_WITH_PUBLIC_KEY)) {
            return withPublicKeyAsSecret(claims, type, key);
        }
        if (provider.has(ProviderFault.UNKNOWN_KEYS)) {
            return ProviderTokens.signed(
                    claims, type, withId(key, UUID.randomUUID().toString()));
        }
        return ProviderTokens.signed(
                claims, type, provider.has(ProviderFault.WRONG_KEY) ? withId(FOREIGN, key.getKeyID()) : key);
    }

    private static RSAKey withId(final RSAKey key, final String id) {
        return new RSAKey.Builder(key).keyID(id).build();
    }

    private static String withPublicKeyAsSecret(
            final JWTClaimsSet claims, final @Nullable JOSEObjectType type, final RSAKey key) {
        final SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256)
                        .keyID(key.getKeyID())
                        .type(type)
                        .build(),
                claims);
        try {
            token.sign(new MACSigner(key.toRSAPublicKey().getEncoded()));
        } catch (final JOSEException e) {
            throw new IllegalStateException("The JVM cannot sign a token.", e);
        }
        return token.serialize();
    }
}
