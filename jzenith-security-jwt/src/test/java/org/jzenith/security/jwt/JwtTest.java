package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.multibindings.OptionalBinder;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;

/** Bearer tokens, good and wrong, with keys of a provider that may misbehave. */
final class JwtTest {

    private static RSAKey rsa;
    private static RSAKey other;
    private static ECKey curve;
    private static KeyPair edwards;
    private static OctetKeyPair edwardsKey;

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger fetches = new AtomicInteger();
    private volatile Consumer<HttpServerRequest> provider = request -> {};
    private HttpServer server;
    private RunningApplication application;

    @TempDir
    private java.nio.file.Path folder;

    @Path("/me")
    public static final class MeResource {

        @GET
        @Produces(MediaType.TEXT_PLAIN)
        public String me(@Context final SecurityContext context) {
            return context.getUserPrincipal() == null
                    ? "nobody"
                    : context.getUserPrincipal().getName() + " " + context.isUserInRole("admin");
        }
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        rsa = new RSAKeyGenerator(2048).keyID("rsa").generate();
        other = new RSAKeyGenerator(2048).keyID("rsa").generate();
        curve = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
        edwards = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        final byte[] encoded = edwards.getPublic().getEncoded();
        assertThat(edwards.getPublic()).isInstanceOf(EdECPublicKey.class);
        edwardsKey = new OctetKeyPair.Builder(
                        Curve.Ed25519,
                        Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length)))
                .keyID("ed")
                .build();
    }

    @AfterAll
    static void forgetKeys() {
        rsa = null;
    }

    @BeforeEach
    void startProvider() throws Exception {
        serve(rsa, curve, edwardsKey);
        server = vertx.createHttpServer()
                .requestHandler(request -> {
                    fetches.incrementAndGet();
                    provider.accept(request);
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        if (application != null) {
            application.stop();
        }
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private void serve(final JWK... keys) {
        final String text = new JWKSet(List.of(keys)).toString(true);
        provider = request -> request.response().end(text);
    }

    private JZenith recipe() {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(MeResource.class), SecurityPlugin.create(), JwtPlugin.create())
                .withConfiguration("rest.port", 0)
                .withConfiguration("jwt.issuer", "https://issuer.example")
                .withConfiguration("jwt.audience", "shop,orders")
                .withConfiguration("jwt.roles-claim", "realm_access.roles")
                .withConfiguration("jwt.fetch-timeout", "500ms")
                .withConfiguration("jwt.jwks-url", "http://127.0.0.1:" + server.actualPort() + "/jwks");
    }

    private void start() {
        application = recipe().run();
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer("https://issuer.example")
                .audience("orders")
                .subject("ann")
                .jwtID("17")
                .claim("realm_access", Map.of("roles", List.of("admin", "reader")))
                .expirationTime(Date.from(Instant.now().plusSeconds(60)));
    }

    private static String signed(final JWSHeader header, final JWTClaimsSet claims, final JWSSigner signer)
            throws Exception {
        final SignedJWT token = new SignedJWT(header, claims);
        token.sign(signer);
        return token.serialize();
    }

    private static String rs256(final JWTClaimsSet.Builder claims) throws Exception {
        return signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa").build(), claims.build(), new RSASSASigner(rsa));
    }

    private HttpResponse<String> send(final String... headers) throws Exception {
        final HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + "/me"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> with(final String token) throws Exception {
        return send("Authorization", "Bearer " + token);
    }

    private void assertRefused(final String token) throws Exception {
        for (int i = 0; i < 2; i++) { // the second time from memory
            final HttpResponse<String> response = with(token);
            assertThat(response.statusCode()).as(token).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"api\"");
            assertThat(response.body()).doesNotContain("issuer", "expired", "signature", "algorithm");
        }
    }

    @Test
    void tokensOfEachKindOfKeyNameTheUserAndTheRoles() throws Exception {
        start();
        final String edwardsHeader =
                Base64URL.encode("{\"alg\":\"EdDSA\",\"kid\":\"ed\"}").toString()
                        + "."
                        + Base64URL.encode(claims().build().toString());
        final Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(edwards.getPrivate());
        signature.update(edwardsHeader.getBytes(StandardCharsets.US_ASCII));
        for (final String token : List.of(
                rs256(claims()),
                signed(
                        new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("ec").build(),
                        claims().build(),
                        new ECDSASigner(curve)),
                edwardsHeader + "." + Base64URL.encode(signature.sign()))) {
            for (int i = 0; i < 2; i++) {
                final HttpResponse<String> response = with(token);
                assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
                assertThat(response.body()).isEqualTo("ann true");
            }
        }
        assertThat(send().body()).isEqualTo("nobody");
        assertThat(fetches).hasValue(1);
    }

    @Test
    void tokensWithWrongClaimsAreRefused() throws Exception {
        start();
        assertRefused(rs256(claims().issuer("https://other.example")));
        assertRefused(rs256(claims().audience("bank")));
        assertRefused(rs256(claims().expirationTime(Date.from(Instant.now().minusSeconds(61)))));
        assertRefused(rs256(claims().expirationTime(null)));
        assertRefused(rs256(claims().notBeforeTime(Date.from(Instant.now().plusSeconds(61)))));
        assertRefused(rs256(claims().subject(null)));
        assertThat(with(rs256(claims().expirationTime(Date.from(Instant.now().minusSeconds(10)))))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void tokensThatChooseTheirOwnMeaningAreRefused() throws Exception {
        start();
        final String payload = Base64URL.encode(claims().build().toString()).toString();
        final String none = Base64URL.encode("{\"alg\":\"none\"}") + "." + payload + ".";
        assertRefused(none);
        // the public key of RSA as the secret of HMAC
        assertRefused(signed(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("rsa").build(),
                claims().build(),
                new MACSigner(rsa.toRSAPublicKey().getEncoded())));
        assertRefused(signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa").build(),
                claims().build(),
                new RSASSASigner(other)));
        assertRefused(signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .jwk(other.toPublicJWK())
                        .build(),
                claims().build(),
                new RSASSASigner(other)));
        assertRefused(signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID("rsa")
                        .jwkURL(URI.create("http://evil.example/jwks"))
                        .build(),
                claims().build(),
                new RSASSASigner(rsa)));
        assertRefused(signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID("rsa")
                        .contentType("JWT")
                        .build(),
                claims().build(),
                new RSASSASigner(rsa)));
        assertRefused(signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID("rsa")
                        .type(new JOSEObjectType("logout+jwt"))
                        .build(),
                claims().build(),
                new RSASSASigner(rsa)));
        assertRefused(rs256(claims()) + "x");
        assertRefused("a.b.c");
        assertRefused("x");
        assertRefused("a.b.c.d.e");
    }

    /** Signs texts that no library makes. */
    private static String signedText(final String header, final String payload) throws Exception {
        final String input = Base64URL.encode(header) + "." + Base64URL.encode(payload);
        final Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(rsa.toPrivateKey());
        signature.update(input.getBytes(StandardCharsets.US_ASCII));
        return input + "." + Base64URL.encode(signature.sign());
    }

    @Test
    void ambiguousLongAndDeepTokensAreRefused() throws Exception {
        start();
        final String good = claims().build().toString();
        final String header = "{\"alg\":\"RS256\",\"kid\":\"rsa\"}";
        assertThat(with(signedText(header, good)).statusCode()).isEqualTo(200);
        assertRefused(signedText(header, "{\"sub\":\"root\"," + good.substring(1)));
        assertRefused(signedText("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"crit\":[\"x\"],\"x\":1}", good));
        assertRefused(signedText(header, "{\"deep\":" + "[".repeat(30) + "]".repeat(30) + "," + good.substring(1)));
        final HttpResponse<String> tooLong = with("a".repeat(7_000));
        assertThat(tooLong.statusCode()).isIn(401, 431);
    }

    @Test
    void unknownKeysCauseOneFetchOnly() throws Exception {
        start();
        assertThat(with(rs256(claims())).statusCode()).isEqualTo(200);
        for (int i = 0; i < 20; i++) {
            final String token = signed(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID("unknown-" + i)
                            .build(),
                    claims().build(),
                    new RSASSASigner(other));
            assertThat(with(token).statusCode()).isEqualTo(401);
        }
        assertThat(fetches).hasValue(1);
    }

    @Test
    void withoutKeysTheStartSucceedsAndTokensGet503() throws Exception {
        provider = request -> {}; // hangs
        start();
        final HttpResponse<String> response = with(rs256(claims()));
        assertThat(response.statusCode()).as(response.body()).isIn(500, 503);
        assertThat(send().statusCode()).isEqualTo(200);
        final HttpResponse<String> health = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + "/health/ready"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(health.statusCode()).isEqualTo(503);
        assertThat(health.body()).contains("jwt");
    }

    @Test
    void providersThatAnswerTooMuchOrRedirectGiveNoKeys() throws Exception {
        final byte[] piece = new byte[64 * 1024];
        for (final Consumer<HttpServerRequest> bad : List.<Consumer<HttpServerRequest>>of(
                request -> {
                    request.response().setChunked(true);
                    for (int i = 0; i < 100; i++) {
                        request.response().write(io.vertx.core.buffer.Buffer.buffer(piece));
                    }
                    request.response().end();
                },
                request -> request.response()
                        .setStatusCode(302)
                        .putHeader("Location", "http://127.0.0.1:1/")
                        .end(),
                request -> request.response().end("no JSON"),
                request -> request.response().setStatusCode(500).end())) {
            provider = bad;
            final RunningApplication each = recipe().run();
            application = each;
            assertThat(with(rs256(claims())).statusCode()).isIn(500, 503);
            each.stop();
            application = null;
        }
    }

    @Test
    void revokedTokensAreRefused() throws Exception {
        application = recipe().withModules(binder -> OptionalBinder.newOptionalBinder(binder, TokenRevocation.class)
                        .setBinding()
                        .toInstance((id, identity) -> Single.just(id.equals("99"))))
                .run();
        assertThat(with(rs256(claims())).statusCode()).isEqualTo(200);
        assertRefused(rs256(claims().jwtID("99")));
    }

    @Test
    void keysMayComeFromAFile() throws Exception {
        final java.nio.file.Path file = folder.resolve("keys.json");
        Files.writeString(file, new JWKSet(List.of(rsa.toPublicJWK())).toString());
        final java.nio.file.Path pem = folder.resolve("key.pem");
        Files.writeString(
                pem,
                "-----BEGIN PUBLIC KEY-----\n"
                        + java.util.Base64.getMimeEncoder()
                                .encodeToString(rsa.toRSAPublicKey().getEncoded())
                        + "\n-----END PUBLIC KEY-----\n");
        for (final java.nio.file.Path each : List.of(file, pem)) {
            final RunningApplication running = JZenith.application()
                    .withPlugins(
                            RestPlugin.withResources(MeResource.class), SecurityPlugin.create(), JwtPlugin.create())
                    .withConfiguration("rest.port", 0)
                    .withConfiguration("jwt.issuer", "https://issuer.example")
                    .withConfiguration("jwt.audience", "orders")
                    .withConfiguration("jwt.key-file", each.toString())
                    .run();
            application = running;
            assertThat(with(rs256(claims())).statusCode()).isEqualTo(200);
            running.stop();
            application = null;
        }
        assertThat(fetches).hasValue(0);
    }

    @Test
    void unsafeSettingsFailTheStart() {
        assertThatThrownBy(() -> recipe().withConfiguration("jwt.jwks-url", "http://issuer.example/jwks")
                        .withConfiguration("jwt.algorithms", "RS256,HS256,none")
                        .run())
                .isInstanceOfSatisfying(
                        StartException.class,
                        failure -> assertThat(Objects.requireNonNull(failure.getMessage()))
                                .contains(
                                        "without TLS",
                                        "'HS256' is no accepted algorithm",
                                        "'none' is no accepted algorithm"));
    }

    @Test
    void theCacheIsBoundedAndRefusalsDoNotReplaceGoodTokens() {
        final TokenCache cache = new TokenCache(160);
        final TokenCache.Key good = TokenCache.Key.of("good");
        cache.verified(
                good,
                new VerifiedToken(
                        org.jzenith.core.context.Identity.of("ann", "jwt"),
                        "key",
                        System.currentTimeMillis() + 60_000));
        for (int i = 0; i < 100_000; i++) {
            cache.refused(
                    TokenCache.Key.of("bad " + i),
                    new org.jzenith.security.authentication.WrongCredentialsException("wrong"));
        }
        assertThat(cache.find(good)).isNotNull();
        assertThat(cache.size()).isLessThanOrEqualTo(161);
        cache.keysChanged("other"::equals);
        assertThat(cache.find(good)).isNull();
        assertThat(cache.size()).isZero();
    }
}
