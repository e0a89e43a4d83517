package org.jzenith.test.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class TestIdentityProviderTest {

    private static final String CALLBACK = "http://localhost:9/callback";

    /** The example of RFC 7636, appendix B. */
    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = TestIdentityProvider.create("shop", "a secret")
            .withUser("ann", "admin", "clerk")
            .withUser("bob")
            .withRoleClaim("realm_access.roles");

    private static TestBrowser client() {
        return TestBrowser.at(URI.create(PROVIDER.issuer()));
    }

    private static TestBrowser authenticatedClient() {
        return client().withHeader(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder().encodeToString("shop:a+secret".getBytes(StandardCharsets.UTF_8)));
    }

    private static HttpResponse<String> token(final String code, final String verifier) {
        return authenticatedClient()
                .post(
                        "/token",
                        "grant_type=authorization_code&code=" + code + "&code_verifier=" + verifier + "&redirect_uri="
                                + URLEncoder.encode(CALLBACK, StandardCharsets.UTF_8));
    }

    private static String code() {
        final String query = TestBrowser.location(client().get(
                                "/authorize?response_type=code&scope=openid&client_id=shop&state=s&nonce=n&redirect_uri="
                                        + URLEncoder.encode(CALLBACK, StandardCharsets.UTF_8)
                                        + "&code_challenge_method=S256&code_challenge=" + CHALLENGE))
                .getQuery();
        assertThat(query).contains("state=s");
        return Arrays.stream(query.split("&", -1))
                .filter(each -> each.startsWith("code="))
                .findFirst()
                .orElseThrow()
                .substring("code=".length());
    }

    private static String field(final HttpResponse<String> response, final String name) {
        final String text = response.body();
        final int start = text.indexOf("\"" + name + "\":\"") + name.length() + 4;
        return text.substring(start, text.indexOf('"', start));
    }

    @Test
    void discoveryNamesTheEndpoints() {
        assertThat(client().get("/.well-known/openid-configuration").body().replace("\\/", "/"))
                .contains(
                        "\"issuer\":\"" + PROVIDER.issuer() + "\"",
                        "\"jwks_uri\":\"" + PROVIDER.jwksUri() + "\"",
                        "\"introspection_endpoint\":\"" + PROVIDER.introspectionUri() + "\"");
    }

    @Test
    void tokenIsSignedByAPublishedKeyUntilTheRotation() throws Exception {
        final SignedJWT token = SignedJWT.parse(PROVIDER.token("ann"));
        assertThat(isVerified(token)).isTrue();
        assertThat(token.getJWTClaimsSet().getSubject()).isEqualTo("ann");
        assertThat(token.getJWTClaimsSet().getAudience()).containsExactly("shop");
        assertThat(token.getJWTClaimsSet().getClaim("realm_access"))
                .isEqualTo(Map.of("roles", List.of("admin", "clerk")));
        PROVIDER.rotateKey();
        assertThat(isVerified(token)).isFalse();
        assertThat(isVerified(SignedJWT.parse(PROVIDER.token("bob")))).isTrue();
    }

    private static boolean isVerified(final SignedJWT token) throws Exception {
        final String published = client().get("/keys").body();
        assertThat(published).doesNotContain("\"d\"");
        final var key = JWKSet.parse(published).getKeyByKeyId(token.getHeader().getKeyID());
        return key != null && token.verify(new RSASSAVerifier(key.toRSAKey()));
    }

    /** Each order of these tests shows that a claim of a test ends with it. */
    @Nested
    final class ClaimsOfATest {

        @RegisterExtension
        static final TestIdentityProvider TENANTS = TestIdentityProvider.create("shop", "secret")
                .claim("tenant", "acme")
                .withUser("ann");

        @Test
        void areAddedToThoseOfAllTests() throws Exception {
            assertThat(claims()).containsEntry("tenant", "acme").doesNotContainKey("plan");
            TENANTS.claim("plan", "gold").claim("tenant", "other");
            assertThat(claims()).containsEntry("tenant", "other").containsEntry("plan", "gold");
        }

        @Test
        void areGoneInTheNext() throws Exception {
            assertThat(claims()).containsEntry("tenant", "acme").doesNotContainKey("plan");
            TENANTS.claim("plan", "silver").reset();
            assertThat(claims()).containsEntry("tenant", "acme").doesNotContainKey("plan");
        }

        private static Map<String, Object> claims() throws Exception {
            return SignedJWT.parse(TENANTS.token("ann")).getJWTClaimsSet().getClaims();
        }
    }

    @Test
    void tokenOfAnUnknownUserIsAMistake() {
        assertThatThrownBy(() -> PROVIDER.token("eve"))
                .hasMessage("The provider has no user 'eve'. Add withUser(\"eve\").");
    }

    @Test
    void codeIsExchangedOnceByTheClientThatKnowsTheVerifier() throws Exception {
        PROVIDER.logInAs("bob");
        PROVIDER.claim("email", "bob@example.org");
        final String code = code();
        final HttpResponse<String> tokens = token(code, VERIFIER);
        assertThat(tokens.statusCode()).isEqualTo(200);
        final SignedJWT idToken = SignedJWT.parse(field(tokens, "id_token"));
        assertThat(idToken.getJWTClaimsSet().getSubject()).isEqualTo("bob");
        assertThat(idToken.getJWTClaimsSet().getStringClaim("nonce")).isEqualTo("n");
        assertThat(idToken.getJWTClaimsSet().getStringClaim("email")).isEqualTo("bob@example.org");
        assertThat(token(code, VERIFIER).body()).contains("invalid_grant");
        assertThat(token(code(), VERIFIER + "x").body()).contains("invalid_grant");
        assertThat(client().post("/token", "grant_type=refresh_token&refresh_token=x&client_id=shop")
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void refreshTokenWorksOnce() {
        final String refreshToken = field(token(code(), VERIFIER), "refresh_token");
        final String form = "grant_type=refresh_token&refresh_token=" + refreshToken;
        assertThat(authenticatedClient().post("/token", form).statusCode()).isEqualTo(200);
        assertThat(authenticatedClient().post("/token", form).statusCode()).isEqualTo(400);
        assertThat(PROVIDER.count("refresh")).isEqualTo(2);
    }

    @Test
    void introspectionKnowsRevokedAndExpiredTokens() {
        final String token = PROVIDER.token("ann");
        assertThat(introspected(token)).contains("\"active\":true", "\"username\":\"ann\"", "\"sub\":\"ann\"");
        PROVIDER.revoke(token);
        assertThat(introspected(token)).isEqualTo("{\"active\":false}");
        PROVIDER.tokenLifetime(Duration.ofSeconds(-1));
        assertThat(introspected(PROVIDER.token("ann"))).isEqualTo("{\"active\":false}");
        assertThat(client().post("/introspect", "token=" + token).statusCode()).isEqualTo(401);
    }

    private static String introspected(final String token) {
        return authenticatedClient().post("/introspect", "token=" + token).body();
    }

    @Test
    void tokensWaitUntilTheTestReleasesThem() {
        final CompletableFuture<Void> open = new CompletableFuture<>();
        PROVIDER.holdNextTokens(open);
        final String code = code();
        final CompletableFuture<HttpResponse<String>> waiting =
                CompletableFuture.supplyAsync(() -> token(code, VERIFIER));
        assertThat(authenticatedClient().get("/keys").statusCode()).isEqualTo(200);
        assertThat(waiting).isNotDone();
        open.complete(null);
        assertThat(waiting.join().statusCode()).isEqualTo(200);
    }

    /** Each order of these tests shows that a fault ends with its test. */
    @Nested
    final class FaultsOfATest {

        @Test
        void areUnavailableTokens() {
            noFaultIsThere();
            PROVIDER.begin(ProviderFault.TOKEN_UNAVAILABLE);
            assertThat(authenticatedClient().post("/token", "a=b").statusCode()).isEqualTo(503);
        }

        @Test
        void areRedirectsAndWrongIssuers() {
            noFaultIsThere();
            PROVIDER.begin(ProviderFault.KEYS_REDIRECT);
            PROVIDER.begin(ProviderFault.WRONG_ISSUER);
            assertThat(client().get("/keys").statusCode()).isEqualTo(302);
            assertThat(client().get("/.well-known/openid-configuration").body()).contains("evil.example");
        }

        private void noFaultIsThere() {
            assertThat(PROVIDER.count("/keys")).isZero();
            assertThat(client().get("/keys").statusCode()).isEqualTo(200);
            assertThat(authenticatedClient().post("/token", "a=b").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void closedProviderLeavesNeitherThreadsNorItsPort() throws IOException {
        final Set<Thread> before = Thread.getAllStackTraces().keySet();
        final TestIdentityProvider provider =
                TestIdentityProvider.create("shop", "a secret").withUser("ann");
        assertThat(Thread.getAllStackTraces().keySet()).as("it has not started").allMatch(before::contains);
        final URI issuer = URI.create(provider.issuer());
        try (Socket socket = new Socket(issuer.getHost(), issuer.getPort())) {
            assertThat(socket.isConnected()).isTrue();
        }
        provider.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("vert.x") && !before.contains(thread))
                .allMatch(thread -> hasEnded(thread));
        try (ServerSocket free = new ServerSocket(issuer.getPort())) {
            assertThat(free.getLocalPort()).isEqualTo(issuer.getPort());
        }
    }

    private static boolean hasEnded(final Thread thread) {
        try {
            thread.join(10_000);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
