package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.nimbusds.jose.jwk.JWKSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.PluginSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Mistakes in the settings fail the start, with a remedy. */
final class StartProblemsTest {

    private static final Map<String, Object> INTROSPECTION = Map.of(
            "introspection.url",
            "https://a.example",
            "introspection.client-id",
            "a",
            "introspection.client-secret",
            "b");

    @TempDir
    private Path folder;

    private static String problems(final Map<String, ?> settings, final PluginSource... plugins) {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> ProtectedServer.of(settings, binder -> {}, plugins).close());
        assertThat(refused).isNotNull();
        assertThat(refused.problems())
                .allSatisfy(each -> assertThat(each.remedy()).isNotBlank());
        return String.join(
                "\n", refused.problems().stream().map(StartProblem::what).toList());
    }

    private static String jwt(final Map<String, ?> settings) {
        return problems(settings, JwtPlugin.create());
    }

    @Test
    void keysAndAnIssuerOrAnAudienceAreRequired() {
        assertThat(jwt(Map.of()))
                .contains(
                        "None of jwt.key-file, jwt.jwks-url and jwt.secret is set",
                        "Neither jwt.issuer nor jwt.audience");
        assertThat(jwt(Map.of("jwt.issuer", "a", "jwt.secret", "x".repeat(32), "jwt.jwks-url", "https://a.example")))
                .isEqualTo("More than one of jwt.key-file, jwt.jwks-url and jwt.secret is set.");
    }

    @Test
    void aProviderHasTlsUnlessItIsThisMachineOrAllowed() {
        for (final String url : new String[] {
            "http://provider.example/jwks",
            "ftp://provider.example",
            "/jwks",
            "not a url",
            "https://a:b@provider.example",
            "http://127.0.0.1.evil.example/",
            "http://localhost.evil.example/"
        }) {
            assertThat(problems(
                            Map.of(
                                    "jwt.issuer", "a",
                                    "jwt.jwks-url", url,
                                    "introspection.url", url,
                                    "introspection.client-id", "a",
                                    "introspection.client-secret", "b"),
                            JwtPlugin.create(),
                            IntrospectionPlugin.create()))
                    .contains("jwt.jwks-url is wrong: It ", "introspection.url is wrong: It ");
        }
        ProtectedServer.of(Map.of(
                        "jwt.issuer", "a", "jwt.jwks-url", "http://provider.invalid/jwks", "jwt.allow-http", true))
                .close();
    }

    @Test
    void aProviderMayHaveEveryHost() {
        for (final String host : new String[] {"my_provider.invalid", "b\u00fccher.invalid"}) {
            ProtectedServer.of(
                            Map.of(
                                    "jwt.issuer", "a",
                                    "jwt.jwks-url", "https://" + host + "/jwks",
                                    "introspection.url", "https://" + host,
                                    "introspection.client-id", "a",
                                    "introspection.client-secret", "b"),
                            binder -> {},
                            JwtPlugin.create(),
                            IntrospectionPlugin.create())
                    .close();
        }
    }

    @Test
    void aKeyFileHasUsableKeys() throws Exception {
        final Path file = folder.resolve("keys");
        assertThat(jwt(Map.of("jwt.issuer", "a", "jwt.key-file", file)))
                .contains("cannot be read.")
                .doesNotContain("\n");
        for (final String wrong : new String[] {
            "",
            "{",
            "{}",
            "{\"keys\":[]}",
            "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
            "-----BEGIN PUBLIC KEY-----\nA=A=A\n-----END PUBLIC KEY-----\n",
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
            "{\"keys\":[{\"kty\":\"oct\",\"k\":\"" + "A".repeat(43) + "\"}]}"
        }) {
            Files.writeString(file, wrong);
            assertThat(jwt(Map.of("jwt.issuer", "a", "jwt.key-file", file)))
                    .startsWith("jwt.key-file is wrong: ")
                    .doesNotContain("\n");
        }
        Files.writeString(file, new JWKSet(Tokens.RSA.toPublicJWK()).toString());
        assertThat(jwt(Map.of("jwt.issuer", "a", "jwt.key-file", file, "jwt.algorithms", "ES256")))
                .startsWith("jwt.key-file is wrong: It has no usable key");
        assertThat(jwt(Map.of("jwt.issuer", "a", "jwt.key-file", file, "jwt.algorithms", "HS256,none")))
                .startsWith("jwt.algorithms has [HS256, none]");
    }

    @Test
    void aShortSecretIsRefusedAndNotShown() {
        assertThat(jwt(Map.of("jwt.issuer", "a", "jwt.secret", "hunter2")))
                .startsWith("jwt.secret is wrong: ")
                .doesNotContain("hunter2");
    }

    @Test
    void theSkewHasAnEndAndTheRealmIsAName() {
        final Map<String, Object> settings = Map.of("jwt.issuer", "a", "jwt.secret", "x".repeat(32));
        final Map<String, Object> all = new java.util.HashMap<>(settings);
        all.put("jwt.clock-skew", "61s");
        assertThat(jwt(all)).contains("jwt.clock-skew");
        all.remove("jwt.clock-skew");
        all.put("jwt.realm", "a\"b");
        assertThat(jwt(all)).startsWith("jwt.realm must be ASCII");
    }

    @Test
    void introspectionNeedsAUrlAndCredentials() {
        assertThat(problems(Map.of(), IntrospectionPlugin.create()))
                .contains("introspection.url is not set", "introspection.client-id or introspection.client-secret");
        final Map<String, Object> all = new java.util.HashMap<>(INTROSPECTION);
        all.put("introspection.realm", "\u00e4");
        assertThat(problems(all, IntrospectionPlugin.create())).startsWith("introspection.realm must be ASCII");
    }
}
