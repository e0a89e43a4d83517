package org.jzenith.security.internal.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Maybe;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartException;
import org.jzenith.security.SecuredServer;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.apikey.ApiKeyStore;
import org.jzenith.security.password.Users;
import org.jzenith.test.internal.log.LogLines;

/** API keys through real sockets. */
final class ApiKeyTest {

    private static final String OLD = ApiKeys.sha256("old key");
    private static final String NEW = ApiKeys.sha256("new key");

    private static SecuredServer server() {
        return SecuredServer.of(
                SecurityPlugin.create().withApiKeys().withBasicAuthentication(Users.fromSettings()),
                Map.of(
                        "security.api-keys.billing.hashes",
                        OLD + "," + NEW,
                        "security.api-keys.billing.roles",
                        "invoices",
                        "security.failed-attempts.per-network",
                        10));
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpVersion.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void twoKeysOfAnOwnerAreValid(final HttpVersion version) throws Exception {
        try (SecuredServer server = server()) {
            for (final String key : List.of("old key", "new key")) {
                assertThat(server.send(version, "GET", "/who", "X-API-Key", key).body())
                        .isEqualTo("billing (api-key, roles invoices)");
                assertThat(server.send(version, "GET", "/mount", "x-api-key", key)
                                .body())
                        .startsWith("billing");
            }
            for (final String path : List.of("/who", "/files/hello.txt", "/mount", "/nothing")) {
                assertThat(server.send(version, "GET", path, "X-API-Key", "other")
                                .status())
                        .isEqualTo(401);
            }
            assertThat(server.send(version, "GET", "/who", "X-API-Key", "").status())
                    .isEqualTo(401);
            assertThat(server.send(version, "GET", "/who", "X-API-Key", OLD).status())
                    .isEqualTo(401);
            assertThat(server.send(version, "GET", "/who", "X-API-Key", "old key", "X-API-Key", "old key")
                            .status())
                    .isEqualTo(401);
            assertThat(server.send(version, "GET", "/who?api_key=old%20key", "Accept", "*/*")
                            .body())
                    .isEqualTo("nobody");
        }
    }

    /** The challenges of all mechanisms are in each 401. */
    @Test
    void aWrongKeyIsNotGivenToTheNextMechanism() throws Exception {
        try (LogLines log = LogLines.open();
                SecuredServer server = server()) {
            final SecuredServer.Answer answer = server.as("ann", "secret", "X-API-Key", "wrong key");
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate"))
                    .isEqualTo("ApiKey header=\"X-API-Key\", Basic realm=\"application\", charset=\"UTF-8\"");
            assertThat(log.messages())
                    .anyMatch(line -> line.contains("The mechanism 'api-key' refused a request: There is no such key."))
                    .noneMatch(line -> line.contains("wrong key"));
        }
    }

    @Test
    void guessesAreLimitedAndKnownKeysOfTheNetworkAreNot() throws Exception {
        try (SecuredServer server = server()) {
            assertThat(server.get("/who", "X-API-Key", "old key").status()).isEqualTo(200);
            for (int i = 0; i < 10; i++) {
                assertThat(server.get("/who", "X-API-Key", "guess " + i).status())
                        .isEqualTo(401);
            }
            final SecuredServer.Answer refused = server.get("/who", "X-API-Key", "new key");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
            assertThat(server.get("/who", "X-API-Key", "old key").status()).isEqualTo(200);
        }
    }

    @Test
    void aStoreFindsKeysInAnotherHeader() throws Exception {
        final ApiKeyStore store = digest -> digest.equals(NEW)
                ? Maybe.just(Identity.of("shop", "api-key")).delay(5, TimeUnit.MILLISECONDS)
                : Maybe.empty();
        try (SecuredServer server = SecuredServer.of(
                SecurityPlugin.create().withApiKeys(store), Map.of("security.api-key-header", "X-Token"))) {
            assertThat(server.get("/who", "X-Token", "new key").body()).isEqualTo("shop (api-key)");
            assertThat(server.get("/who", "X-Token", "old key").status()).isEqualTo(401);
            assertThat(server.get("/who", "X-API-Key", "old key").body()).isEqualTo("nobody");
        }
    }

    @Test
    void mistakesInTheSettingsFailTheStart() {
        assertThatThrownBy(() -> SecuredServer.of(
                        SecurityPlugin.create().withApiKeys(),
                        Map.of(
                                "security.api-keys.a.hashes",
                                OLD,
                                "security.api-keys.b.hashes",
                                OLD + "," + NEW + "," + ApiKeys.sha256("third"))))
                .hasMessageContaining("has the same hash as security.api-keys.")
                .hasMessageContaining("security.api-keys.b.hashes has 3 hashes.");
        assertThatThrownBy(() -> SecuredServer.of(
                        SecurityPlugin.create().withApiKeys(), Map.of("security.api-keys.a.hashes", "a key itself")))
                .hasMessageContaining("64 lower-case hexadecimal digits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void anAttributeWithoutATextFailsTheStart(final String value) {
        assertThatThrownBy(() -> SecuredServer.of(
                        SecurityPlugin.create().withApiKeys(),
                        Map.of(
                                "security.api-keys.billing.hashes",
                                OLD,
                                "security.api-keys.billing.attributes.tenant",
                                value)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("security.api-keys.billing.attributes.tenant");
    }
}
