package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.jwk.JWKSet;
import io.reactivex.Flowable;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.SecurityContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestStream;
import org.jzenith.test.TestWebSocket;
import org.jzenith.test.WebSocketRefusedException;
import org.jzenith.websocket.WebSocketMessage;
import org.jzenith.websocket.WebSocketPlugin;

/** The test kit signs the tokens of users, and the application accepts them. */
final class UsersOfTestsTest {

    @TempDir
    private static java.nio.file.Path folder;

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> shop().withConfiguration("security.api-keys.billing.hashes", sha256("a key"))
                    .withPlugins(WebSocketPlugin.create()
                            .at(
                                    "/talk",
                                    socket -> Flowable.just(WebSocketMessage.text("Hello, "
                                            + socket.handshake()
                                                    .principal()
                                                    .map(Principal::getName)
                                                    .orElse("nobody"))))));

    /** The settings of a service behind Keycloak, whose provider cannot be reached. */
    @RegisterExtension
    static final JZenithExtension CONFIGURED =
            JZenithExtension.of(() -> shop().withConfiguration("jwt.jwks-url", "https://login.invalid/keys")
                    .withConfiguration("jwt.issuer", "https://login.invalid")
                    .withConfiguration("jwt.audience", List.of("shop", "other"))
                    .withConfiguration("jwt.algorithms", "RS256")
                    .withConfiguration("jwt.types", "at+jwt")
                    .withConfiguration("jwt.required-claims", "azp")
                    .withConfiguration("jwt.name-claim", "preferred_username")
                    .withConfiguration("jwt.role-claims", "realm_access.roles,https://shop.example/roles"));

    @RegisterExtension
    static final JZenithExtension WITH_TLS = JZenithExtension.of(() -> {
        final java.nio.file.Path keystore = folder.resolve("server.p12");
        TestCertificate.authority("Test").server("localhost").writeKeystore(keystore, "secret");
        return shop().withConfiguration("rest.tls.keystore", keystore)
                .withConfiguration("rest.tls.keystore-password", "secret");
    });

    private static JZenith shop() {
        return JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(
                        RestPlugin.withResources(Shop.class),
                        SecurityPlugin.create().withApiKeys(),
                        JwtPlugin.create());
    }

    private static String sha256(final String key) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (final NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** A resource with roles. */
    @Path("/shop")
    @Produces("text/plain")
    public static final class Shop {

        @GET
        @PermitAll
        public String name(@Context final SecurityContext security) {
            return security.getUserPrincipal() == null
                    ? "nobody"
                    : security.getUserPrincipal().getName();
        }

        @GET
        @Path("admin")
        @RolesAllowed("admin")
        public String admin(@Context final SecurityContext security) {
            return "admin " + security.getUserPrincipal().getName();
        }

        @GET
        @Path("attributes")
        @RolesAllowed("admin")
        public String attributes() {
            return String.valueOf(RequestContext.current().identity().attributes());
        }

        @GET
        @Path("token")
        @PermitAll
        public String token(@Context final HttpHeaders headers) {
            return headers.getHeaderString("Authorization");
        }

        @GET
        @Path("lines")
        @Produces({"application/x-ndjson", "text/event-stream"})
        @RolesAllowed("admin")
        public Flowable<Map<String, String>> lines(@Context final SecurityContext security) {
            return Flowable.just(Map.of("name", security.getUserPrincipal().getName()));
        }
    }

    @Test
    void aUserWithRolesIsAcceptedWithoutSettings() {
        final JZenithHttp ann = APP.http().as("ann", "admin", "clerk");
        assertThat(ann.get("/shop/admin").expectStatus(200).body()).isEqualTo("admin ann");
        assertThat(APP.http().as("bob", "clerk").get("/shop/admin").status()).isEqualTo(403);
        assertThat(APP.http().as("bob").get("/shop").body()).isEqualTo("bob");
        assertThat(ann.as("Åsa").get("/shop").body()).isEqualTo("Åsa");
        assertThat(APP.http().get("/shop").body()).isEqualTo("nobody");
        assertThat(APP.http().get("/shop/admin").status()).isEqualTo(401);
        assertThat(ann.anonymous().get("/shop/admin").status()).isEqualTo(401);
        assertThat(APP.http("rest").as("ann").get("/shop").body()).isEqualTo("ann");
    }

    @Test
    void aUserHasFurtherClaims() {
        final JZenithHttp ann = APP.http().as("ann", Map.of("tenant", "acme", "groups", List.of("a", "b")), "admin");
        assertThat(ann.get("/shop/attributes").expectStatus(200).body())
                .contains("tenant=acme", "groups=[a, b]", "roles=[admin]", "sub=ann");
        final Map<String, Instant> expired = Map.of("exp", Instant.now().minusSeconds(120));
        assertThat(APP.http().as("ann", expired).get("/shop").status()).isEqualTo(401);
    }

    @Test
    void otherMechanismsStayOn() {
        assertThat(APP.http().withHeader("X-API-Key", "a key").get("/shop").body())
                .isEqualTo("billing");
        assertThat(APP.http().withHeader("X-API-Key", "guess").get("/shop").status())
                .isEqualTo(401);
        assertThat(APP.http()
                        .withHeader("Authorization", "Bearer " + Tokens.rs256())
                        .get("/shop")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void streamsAndWebSocketsHaveTheUser() {
        final JZenithHttp ann = APP.http().as("ann", "admin");
        try (TestStream<JsonNode> lines = ann.lines("/shop/lines", JsonNode.class)) {
            assertThat(lines.next().path("name").asText()).isEqualTo("ann");
        }
        try (TestStream<TestEvent> events = ann.events("/shop/lines")) {
            assertThat(events.next().json().path("name").asText()).isEqualTo("ann");
        }
        try (TestWebSocket socket = ann.webSocket("/talk")) {
            assertThat(socket.next().text()).isEqualTo("Hello, ann");
        }
        final JZenithHttp expired = APP.http().as("ann", Map.of("exp", Instant.EPOCH));
        assertThatThrownBy(() -> expired.webSocket("/talk")).isInstanceOf(WebSocketRefusedException.class);
    }

    @Test
    void aUserHasHttp2() {
        final JZenithHttp http = WITH_TLS.http().withHttp2();
        assertThat(http.as("ann", "admin").get("/shop/admin").expectStatus(200).body())
                .isEqualTo("admin ann");
        assertThat(http.get("/shop/admin").status()).isEqualTo(401);
    }

    @Test
    void theTokenFitsTheSettingsOfTheApplication() {
        final JZenithHttp ann =
                CONFIGURED.http().as("ann", Map.of("azp", "web", "realm_access", Map.of("a", 1)), "admin");
        assertThat(ann.get("/shop/admin").expectStatus(200).body()).isEqualTo("admin ann");
        assertThat(ann.get("/shop/attributes").body())
                .contains("iss=https://login.invalid", "aud=[shop, other]", "azp=web", "preferred_username=ann")
                .contains("realm_access={a=1, roles=[admin]}");
        assertThat(APP.http()
                        .withHeader("Authorization", ann.get("/shop/token").body())
                        .get("/shop")
                        .status())
                .isEqualTo(401);
    }

    /** A claim that nobody gave would hide that the application misses it. */
    @Test
    void theTokenHasNoClaimsThatTheTestDidNotGive() {
        assertThat(CONFIGURED.http().as("ann").get("/shop").status()).isEqualTo(401);
        assertThat(CONFIGURED
                        .http()
                        .as("ann", Map.of("azp", "web"))
                        .get("/shop")
                        .status())
                .isEqualTo(200);
    }

    /** The keys of the test are in the settings of tests only. */
    @Test
    void anApplicationInProductionRefusesTheToken() throws Exception {
        final java.nio.file.Path keys = folder.resolve("keys.json");
        Files.writeString(keys, new JWKSet(Tokens.RSA.toPublicJWK()).toString());
        final String token = APP.http().as("ann", "admin").get("/shop/token").body();
        try (ProtectedServer server =
                ProtectedServer.of(Map.of("jwt.key-file", keys, "jwt.issuer", "https://issuer.test"))) {
            assertThat(server.get("/me", token).statusCode()).isEqualTo(401);
        }
        assertThatThrownBy(() -> shop().withConfiguration("rest.port", 0).run().close())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("None of jwt.key-file, jwt.jwks-url and jwt.secret is set");
    }

    @Nested
    final class WithKeysOfTheTest {

        private static final String SECRET = "0123456789abcdef0123456789abcdef";

        @RegisterExtension
        static final JZenithExtension OWN = JZenithExtension.of(
                        () -> shop().withOverridingConfiguration("jwt.secret", SECRET))
                .withOverridingConfiguration("jwt.issuer", Tokens.ISSUER);

        @Test
        void theyStayAndTheUserSaysSo() {
            final String token = Tokens.hs256(SECRET.getBytes(StandardCharsets.UTF_8), Tokens.claims());
            assertThat(OWN.http()
                            .withHeader("Authorization", "Bearer " + token)
                            .get("/shop")
                            .body())
                    .isEqualTo("ann");
            assertThatThrownBy(() -> OWN.http().as("ann"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Remove the setting jwt.secret")
                    .hasMessageNotContaining(SECRET);
        }
    }

    @Nested
    final class WithoutJwtPlugin {

        @RegisterExtension
        static final JZenithExtension PLAIN = JZenithExtension.of(() -> JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(RestPlugin.withResources(IdentityResource.class)));

        @Test
        void aUserSaysWhatIsMissing() {
            assertThatThrownBy(() -> PLAIN.http().as("ann", "admin"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Add JwtPlugin.create()");
        }
    }
}
