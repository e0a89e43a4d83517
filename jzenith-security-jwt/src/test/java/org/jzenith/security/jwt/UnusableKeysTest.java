package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.security.jwt.ProtectedServer.eventually;
import static org.jzenith.security.jwt.ProviderServer.text;
import static org.jzenith.security.jwt.Tokens.ISSUER;
import static org.jzenith.security.jwt.Tokens.RSA;
import static org.jzenith.security.jwt.Tokens.claims;
import static org.jzenith.security.jwt.Tokens.rs256;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.test.internal.log.LogLines;

/** Keys that cannot be used, beside keys that can (RFC 7517, 5). */
final class UnusableKeysTest {

    private static final RSAKey TWIN = Tokens.other(RSA.getKeyID());
    private static final ECKey CURVE = Tokens.curve(Curve.P_256, "certified");

    private LogLines log;

    @TempDir
    private Path folder;

    @BeforeEach
    void record() {
        log = LogLines.of("org.jzenith.security.jwt");
    }

    @AfterEach
    void stopRecording() {
        log.close();
    }

    private static JsonObject key(final String id, final String type) {
        return new JsonObject().put("kid", id).put("kty", type);
    }

    private static JsonObject rsa(final String id) {
        return new JsonObject(Tokens.other(id).toPublicJWK().toJSONString());
    }

    /** Keys that cannot be used, by a word of the warning. */
    private static Map<String, JsonObject> unusable() {
        final JsonObject off = new JsonObject(
                Tokens.curve(Curve.P_256, "off the curve").toPublicJWK().toJSONString());
        final Map<String, JsonObject> keys = new LinkedHashMap<>();
        keys.put("'new type'", key("new type", "AKP").put("alg", "ML-DSA-44").put("pub", "AA"));
        keys.put("'no type'", new JsonObject().put("kid", "no type"));
        keys.put(
                "'new curve'",
                key("new curve", "EC").put("crv", "BP-256").put("x", "AA").put("y", "AA"));
        keys.put("'other curve'", key("other curve", "OKP").put("crv", "Ed448").put("x", "AA"));
        keys.put("'off the curve'", off.put("x", off.getString("y")));
        keys.put("'no modulus'", key("no modulus", "RSA").put("e", "AQAB"));
        keys.put("'short'", key("short", "RSA").put("n", "w".repeat(171)).put("e", "AQAB"));
        keys.put("'new algorithm'", rsa("new algorithm").put("alg", "RS1024"));
        keys.put("'number'", rsa("number").put("use", 1));
        keys.put("'secret'", key("secret", "oct").put("k", "A".repeat(43)));
        keys.put("Key ", rsa("text").put("kid", 7).put("e", ""));
        return keys;
    }

    private static String jwks(final List<?> keys) {
        return new JsonObject().put("keys", new JsonArray(keys)).encode();
    }

    private static String allKinds() {
        final JsonArray keys = new JsonArray();
        unusable().values().forEach(keys::add);
        keys.add(rsa("encryption").put("use", "enc").put("alg", "RSA-OAEP"))
                .add(new JsonObject(TWIN.toPublicJWK().toJSONString()))
                .add(new JsonObject(RSA.toPublicJWK().toJSONString()))
                .add(new JsonObject(RSA.toPublicJWK().toJSONString()))
                .add(new JsonObject(CURVE.toPublicJWK().toJSONString())
                        .put("x5c", new JsonArray().add("no certificate"))
                        .put("x5u", 5)
                        .put("exp", "never"));
        return jwks(keys.getList());
    }

    private static void assertThatEachUsableKeyIsUsed(final ProtectedServer server) {
        server.assertAccepts(rs256());
        server.assertAccepts(rs256(TWIN, claims()));
        server.assertAccepts(Tokens.signed(CURVE, JWSAlgorithm.ES256, claims()));
    }

    private void assertThatEachUnusableKeyHasOneWarning() {
        assertThat(log.warnings()).hasSize(unusable().size());
        unusable()
                .keySet()
                .forEach(name -> assertThat(log.warnings())
                        .as(name)
                        .filteredOn(each -> each.startsWith("The key " + name + " of ") || each.startsWith(name))
                        .singleElement()
                        .satisfies(each -> assertThat(each).contains(" cannot be used and is ignored: ")));
    }

    @Test
    void oneUnusableKeyDoesNotStopTheOthersAndIsReportedOnce() throws Exception {
        try (ProviderServer provider = new ProviderServer(text(200, allKinds()));
                ProtectedServer server = ProtectedServer.of(Map.of(
                        "jwt.jwks-url",
                        provider.url(),
                        "jwt.issuer",
                        ISSUER,
                        "jwt.refresh-interval",
                        "20ms",
                        "jwt.min-refresh-interval",
                        "1ms"))) {
            assertThatEachUsableKeyIsUsed(server);
            eventually(() -> provider.calls() > 3);
            assertThatEachUnusableKeyHasOneWarning();
        }
    }

    @Test
    void keysOfAFileAreReadInTheSameWay() throws Exception {
        final Path file = folder.resolve("keys.json");
        Files.writeString(file, allKinds());
        try (ProtectedServer server = ProtectedServer.of(Map.of("jwt.key-file", file, "jwt.issuer", ISSUER))) {
            assertThatEachUsableKeyIsUsed(server);
            assertThatEachUnusableKeyHasOneWarning();
        }
    }

    @Test
    void withoutAUsableKeyTheLogSaysWhy() throws Exception {
        final String keys = jwks(List.of(key("new type", "AKP"), key("no modulus", "RSA")));
        try (ProviderServer provider = new ProviderServer(text(200, keys));
                ProtectedServer server =
                        ProtectedServer.of(Map.of("jwt.jwks-url", provider.url(), "jwt.issuer", ISSUER))) {
            assertThat(server.withToken(rs256()).statusCode()).isEqualTo(503);
            assertThat(log.warnings())
                    .anySatisfy(each -> assertThat(each)
                            .contains(
                                    "The keys cannot be fetched from " + provider.url(),
                                    "It has no usable key",
                                    "The key 'new type' of ",
                                    "The key 'no modulus' of "));
        }
    }
}
