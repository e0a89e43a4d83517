package org.jzenith.security.oidc.provider;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A small provider of OpenID Connect on a free port: discovery, keys, authorization code with PKCE, refresh tokens that work once, logout,
 * and {@linkplain ProviderFault faults} on request. The authorization endpoint logs the {@linkplain #user user} in at once.
 *
 * <p>Safe for use by many threads.
 */
public final class TestIdentityProvider implements AutoCloseable {

    private static final int RSA_BITS = 2048;
    private static final int ENDLESS_PIECE = 64 * 1024;
    private static final int BAD_REQUEST = 400;
    private static final int FOUND = 302;

    private final String clientId;
    private final String clientSecret;
    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;
    private final Map<String, JsonObject> codes = new ConcurrentHashMap<>();
    private final Map<String, String> refreshTokens = new ConcurrentHashMap<>();
    private final Set<ProviderFault> faults = ConcurrentHashMap.newKeySet();
    private final Map<String, Object> claims = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
    private final RSAKey foreign;
    private volatile RSAKey key;
    private volatile String user = "ann";
    private volatile String sid = "sid-1";
    private volatile long tokenSeconds = 300;
    private volatile @Nullable CountDownLatch gate;

    private TestIdentityProvider(final String clientId, final String clientSecret) {
        this.clientId = clientId;
        this.clientSecret = clientSecret;
        this.key = newKey("key-1");
        this.foreign = newKey("key-1");
        this.server = vertx.createHttpServer()
                .requestHandler(this::handle)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    /** Starts a provider for one client. */
    public static TestIdentityProvider start(final String clientId, final String clientSecret) {
        return new TestIdentityProvider(clientId, clientSecret);
    }

    private static RSAKey newKey(final String id) {
        try {
            return new RSAKeyGenerator(RSA_BITS)
                    .keyID(id)
                    .algorithm(JWSAlgorithm.RS256)
                    .generate();
        } catch (final JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the issuer. */
    public String issuer() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    /** Sets the user of the next login, and the provider's session. */
    public void user(final String name, final String session) {
        user = name;
        sid = session;
    }

    /** Adds a claim to the next ID tokens. */
    public void claim(final String name, final Object value) {
        claims.put(name, value);
    }

    /** Sets the lifetime of the next access tokens. */
    public void tokenLifetime(final long seconds) {
        tokenSeconds = seconds;
    }

    /** Begins a fault. */
    public void begin(final ProviderFault fault) {
        faults.add(fault);
    }

    /** Ends all faults, and forgets claims and counts. */
    public void reset() {
        faults.clear();
        claims.clear();
        requests.clear();
        user = "ann";
        sid = "sid-1";
        tokenSeconds = 300;
    }

    /** Signs with a new key from now on; the old one is not published any more. */
    public void rotateKey() {
        key = newKey("key-" + UUID.randomUUID());
    }

    /** Counts the requests of a kind since the last reset: a path, or {@code refresh}. */
    public int count(final String kind) {
        final AtomicInteger count = requests.get(kind);
        return count == null ? 0 : count.get();
    }

    /** Holds the responses of the token endpoint back until the latch is open. */
    public void holdTokens(final CountDownLatch open) {
        gate = open;
    }

    private void handle(final HttpServerRequest request) {
        counted(request.path());
        switch (request.path()) {
            case "/.well-known/openid-configuration" -> discovery(request.response());
            case "/keys" -> json(request.response(), 200, new JsonObject(new JWKSet(key).toString()));
            case "/authorize" -> authorize(request);
            case "/token" -> request.body().onSuccess(body -> token(request, body));
            case "/logout" ->
                request.response()
                        .setStatusCode(FOUND)
                        .putHeader("Location", String.valueOf(request.getParam("post_logout_redirect_uri")))
                        .end();
            default -> request.response().setStatusCode(404).end();
        }
    }

    private void counted(final String kind) {
        requests.computeIfAbsent(kind, each -> new AtomicInteger()).incrementAndGet();
    }

    private static void json(final HttpServerResponse response, final int status, final JsonObject content) {
        response.setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .end(content.toBuffer());
    }

    private void discovery(final HttpServerResponse response) {
        if (faults.contains(ProviderFault.DISCOVERY_HANGS)) {
            return;
        }
        if (faults.contains(ProviderFault.DISCOVERY_REDIRECTS)) {
            response.setStatusCode(FOUND)
                    .putHeader("Location", issuer() + "/elsewhere")
                    .end();
            return;
        }
        if (faults.contains(ProviderFault.DISCOVERY_IS_ENDLESS)) {
            response.setChunked(true);
            endless(response);
            return;
        }
        json(
                response,
                200,
                new JsonObject()
                        .put("issuer", faults.contains(ProviderFault.WRONG_ISSUER) ? "https://evil.example" : issuer())
                        .put("authorization_endpoint", issuer() + "/authorize")
                        .put("token_endpoint", issuer() + "/token")
                        .put("jwks_uri", issuer() + "/keys")
                        .put("end_session_endpoint", issuer() + "/logout")
                        .put("subject_types_supported", java.util.List.of("public"))
                        .put("response_types_supported", java.util.List.of("code"))
                        .put("id_token_signing_alg_values_supported", java.util.List.of("RS256")));
    }

    private static void endless(final HttpServerResponse response) {
        if (!response.closed() && !response.ended()) {
            response.write(Buffer.buffer(" ".repeat(ENDLESS_PIECE))).onSuccess(written -> endless(response));
        }
    }

    private void authorize(final HttpServerRequest request) {
        final String redirect = String.valueOf(request.getParam("redirect_uri"));
        final String state = URLEncoder.encode(String.valueOf(request.getParam("state")), StandardCharsets.UTF_8);
        if (faults.contains(ProviderFault.ACCESS_DENIED)) {
            redirect(request, redirect + "?error=access_denied&state=" + state);
            return;
        }
        final String code = UUID.randomUUID().toString();
        codes.put(
                code,
                new JsonObject()
                        .put("nonce", request.getParam("nonce"))
                        .put("challenge", request.getParam("code_challenge"))
                        .put("method", request.getParam("code_challenge_method"))
                        .put("redirect", redirect));
        redirect(request, redirect + "?code=" + code + "&state=" + state);
    }

    private static void redirect(final HttpServerRequest request, final String location) {
        request.response().setStatusCode(FOUND).putHeader("Location", location).end();
    }

    private void token(final HttpServerRequest request, final Buffer body) {
        final CountDownLatch waiting = gate;
        if (waiting != null) {
            gate = null;
            vertx.executeBlocking(() -> {
                        waiting.await();
                        return true;
                    })
                    .onSuccess(opened -> answerToken(request, body));
        } else {
            answerToken(request, body);
        }
    }

    private void answerToken(final HttpServerRequest request, final Buffer body) {
        if (faults.contains(ProviderFault.TOKEN_HANGS)) {
            return;
        }
        if (faults.contains(ProviderFault.TOKEN_UNAVAILABLE)) {
            request.response().setStatusCode(503).end();
            return;
        }
        final MultiMap form = MultiMap.caseInsensitiveMultiMap();
        for (final String pair : body.toString().split("&")) {
            final int equals = pair.indexOf('=');
            form.add(
                    pair.substring(0, equals),
                    java.net.URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        final String expected = "Basic "
                + Base64.getEncoder()
                        .encodeToString(
                                (encoded(clientId) + ":" + encoded(clientSecret)).getBytes(StandardCharsets.UTF_8));
        if (!expected.equals(request.getHeader("Authorization"))) {
            json(request.response(), 401, new JsonObject().put("error", "invalid_client"));
        } else if ("refresh_token".equals(form.get("grant_type"))) {
            refresh(request.response(), String.valueOf(form.get("refresh_token")));
        } else {
            exchange(request.response(), form);
        }
    }

    /** Encodes a credential for HTTP Basic (RFC 6749, 2.3.1). */
    private static String encoded(final String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void exchange(final HttpServerResponse response, final MultiMap form) {
        final JsonObject code = codes.remove(String.valueOf(form.get("code")));
        final String verifier = form.get("code_verifier");
        if (code == null
                || verifier == null
                || !"S256".equals(code.getString("method"))
                || !code.getString("redirect").equals(form.get("redirect_uri"))
                || !CodeChallenge.compute(CodeChallengeMethod.S256, new CodeVerifier(verifier))
                        .getValue()
                        .equals(code.getString("challenge"))) {
            json(response, BAD_REQUEST, new JsonObject().put("error", "invalid_grant"));
            return;
        }
        tokens(response, user, code.getString("nonce"));
    }

    private void refresh(final HttpServerResponse response, final String token) {
        counted("refresh");
        final String owner = refreshTokens.remove(token);
        if (owner == null) {
            json(response, BAD_REQUEST, new JsonObject().put("error", "invalid_grant"));
            return;
        }
        tokens(response, faults.contains(ProviderFault.REFRESH_FOR_ANOTHER_USER) ? "mallory" : owner, null);
    }

    private void tokens(final HttpServerResponse response, final String owner, final @Nullable String nonce) {
        final String refreshToken = UUID.randomUUID().toString();
        refreshTokens.put(refreshToken, owner);
        json(
                response,
                200,
                new JsonObject()
                        .put("access_token", UUID.randomUUID().toString())
                        .put("token_type", "Bearer")
                        .put("expires_in", tokenSeconds)
                        .put("refresh_token", refreshToken)
                        .put("id_token", idToken(owner, nonce)));
    }

    private String idToken(final String owner, final @Nullable String nonce) {
        final Instant now = Instant.now();
        final boolean expired = faults.contains(ProviderFault.EXPIRED);
        final JWTClaimsSet.Builder content = new JWTClaimsSet.Builder()
                .issuer(faults.contains(ProviderFault.WRONG_TOKEN_ISSUER) ? "https://evil.example" : issuer())
                .subject(owner)
                .audience(faults.contains(ProviderFault.WRONG_AUDIENCE) ? "another" : clientId)
                .issueTime(Date.from(expired ? now.minusSeconds(7200) : now))
                .expirationTime(Date.from(expired ? now.minusSeconds(3600) : now.plusSeconds(3600)))
                .claim("sid", sid);
        if (nonce != null) {
            content.claim("nonce", faults.contains(ProviderFault.WRONG_NONCE) ? "another" : nonce);
        }
        claims.forEach(content::claim);
        return signed(content.build(), null);
    }

    /** Returns a logout token for this client. */
    public String logoutToken(final @Nullable String subject, final @Nullable String session) {
        final Map<String, Object> event = new LinkedHashMap<>();
        event.put("http://schemas.openid.net/event/backchannel-logout", Map.of());
        final JWTClaimsSet.Builder content = new JWTClaimsSet.Builder()
                .issuer(issuer())
                .audience(clientId)
                .jwtID(UUID.randomUUID().toString())
                .issueTime(new Date())
                .expirationTime(Date.from(Instant.now().plusSeconds(120)))
                .claim("events", event);
        if (subject != null) {
            content.subject(subject);
        }
        if (session != null) {
            content.claim("sid", session);
        }
        return signed(content.build(), new JOSEObjectType("logout+jwt"));
    }

    private String signed(final JWTClaimsSet content, final @Nullable JOSEObjectType type) {
        try {
            if (faults.contains(ProviderFault.UNSIGNED)) {
                return new PlainJWT(content).serialize();
            }
            final boolean mac = faults.contains(ProviderFault.HMAC_WITH_PUBLIC_KEY);
            final JWSHeader header = new JWSHeader.Builder(mac ? JWSAlgorithm.HS256 : JWSAlgorithm.RS256)
                    .keyID(
                            faults.contains(ProviderFault.UNKNOWN_KEYS)
                                    ? UUID.randomUUID().toString()
                                    : key.getKeyID())
                    .type(type)
                    .build();
            final SignedJWT token = new SignedJWT(header, content);
            if (mac) {
                token.sign(new MACSigner(key.toRSAPublicKey().getEncoded()));
            } else {
                token.sign(new RSASSASigner(faults.contains(ProviderFault.FOREIGN_SIGNATURE) ? foreign : key));
            }
            return token.serialize();
        } catch (final JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
