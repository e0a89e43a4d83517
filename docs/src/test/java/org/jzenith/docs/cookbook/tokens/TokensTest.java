package org.jzenith.docs.cookbook.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;

/** The code of docs/cookbook/tokens.md. */
final class TokensTest {

    // region test
    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(ReceiptsApplication::application);

    @Test
    void onlyAdminsDeleteReceipts() {
        APP.http().as("ann", "admin").delete("/receipts").expectStatus(204);
        APP.http().as("bob", "clerk").delete("/receipts").expectStatus(403);
        APP.http().delete("/receipts").expectStatus(401);
    }
    // endregion

    private static Properties settings(final String provider) {
        final Properties settings = new Properties();
        try (InputStream file = TokensTest.class.getResourceAsStream("/cookbook/tokens/" + provider + ".properties")) {
            settings.load(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return settings;
    }

    private static JZenith application(final String provider, final String... arguments) {
        final JZenith application = ReceiptsApplication.application(arguments);
        settings(provider).forEach((key, value) -> application.withConfiguration(String.valueOf(key), value));
        return application;
    }

    @ParameterizedTest
    @ValueSource(strings = {"keycloak", "entra", "auth0"})
    void theSettingsAreComplete(final String provider) {
        application(provider, "--check").run().close();
    }

    private static void assertAccepts(
            final JZenithExtension application, final Map<String, ?> claims, final String name) {
        final JZenithHttp user = application.http().as("ann", claims);
        assertThat(user.get("/receipts").expectStatus(200).body()).isEqualTo("receipts of " + name);
        user.delete("/receipts").expectStatus(403);
    }

    @Nested
    final class Keycloak {

        @RegisterExtension
        static final JZenithExtension APPLICATION = JZenithExtension.of(() -> application("keycloak"));

        @Test
        void rolesOfTheRealmAndOfTheClientCount() {
            for (final Map<String, ?> claims : List.of(
                    Map.of("realm_access", Map.of("roles", List.of("offline_access", "clerk"))),
                    Map.of("resource_access", Map.of("shop", Map.of("roles", List.of("clerk")))))) {
                assertAccepts(APPLICATION, claims, "ann");
            }
        }
    }

    @Nested
    final class Entra {

        @RegisterExtension
        static final JZenithExtension APPLICATION = JZenithExtension.of(() -> application("entra"));

        @Test
        void theUserIsTheObjectIdAndRolesAreThoseOfTheApplication() {
            assertAccepts(APPLICATION, Map.of("roles", List.of("clerk"), "preferred_username", "a@b.example"), "ann");
        }
    }

    @Nested
    final class Auth0 {

        @RegisterExtension
        static final JZenithExtension APPLICATION = JZenithExtension.of(() -> application("auth0"));

        @Test
        void rolesAreInANamedClaim() {
            assertAccepts(APPLICATION, Map.of("https://shop.example/roles", List.of("clerk")), "ann");
        }

        @Test
        void theIssuerHasASlashAtItsEnd() {
            final JZenithHttp other =
                    APPLICATION.http().as("ann", Map.of("iss", "https://example.eu.auth0.com"), "clerk");
            other.get("/receipts").expectStatus(401);
        }
    }

    @Test
    void otherClaimsAreRefused() {
        Stream.of(
                        Map.of("iss", "https://evil.example"),
                        Map.of("exp", Instant.now().minusSeconds(61)),
                        Map.of("nbf", Instant.now().plusSeconds(61)))
                .forEach(claims ->
                        APP.http().as("ann", claims, "admin").get("/receipts").expectStatus(401));
    }
}
