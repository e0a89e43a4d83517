package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.security.jwt.Tokens.AUDIENCE;
import static org.jzenith.security.jwt.Tokens.RSA;
import static org.jzenith.security.jwt.Tokens.claims;
import static org.jzenith.security.jwt.Tokens.rs256;
import static org.jzenith.security.jwt.Tokens.signed;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.Base64URL;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.observe.Gauge;
import org.jzenith.test.TestCertificate;

/** Each algorithm with its type of key, and no other. */
final class AlgorithmsTest {

    private static final ECKey P256 = Tokens.curve(Curve.P_256, "first");
    private static final ECKey P384 = Tokens.curve(Curve.P_384, "first");
    private static final ECKey P521 = Tokens.curve(Curve.P_521, "first");

    @TempDir
    private Path folder;

    private ProtectedServer start(final String keys, final Object... more) throws IOException {
        final Path file = folder.resolve("keys");
        Files.writeString(file, keys);
        final Map<String, Object> settings = new HashMap<>(Map.of("jwt.key-file", file, "jwt.audience", AUDIENCE));
        for (int i = 0; i < more.length; i += 2) {
            settings.put((String) more[i], more[i + 1]);
        }
        return ProtectedServer.of(settings);
    }

    private static String pem(final PublicKey... keys) {
        final StringBuilder text = new StringBuilder("a comment\n");
        for (final PublicKey key : keys) {
            text.append("-----BEGIN PUBLIC KEY-----\n")
                    .append(Base64.getMimeEncoder().encodeToString(key.getEncoded()))
                    .append("\n-----END PUBLIC KEY-----\n");
        }
        return text.toString();
    }

    private static String ed25519(final KeyPair keys, final JWSAlgorithm algorithm) throws Exception {
        final String begin = Tokens.encoded("{\"alg\":\"" + algorithm + "\"}")
                + '.'
                + Tokens.encoded(claims().build().toString());
        final Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(keys.getPrivate());
        signer.update(begin.getBytes(StandardCharsets.US_ASCII));
        return begin + '.' + Base64URL.encode(signer.sign());
    }

    @Test
    void everyTypeOfKeyInAPemFileIsUsedWithItsAlgorithms() throws Exception {
        final KeyPair edwards = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        final KeyPair other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        try (ProtectedServer server = start(pem(
                RSA.toPublicKey(), P256.toPublicKey(), P384.toPublicKey(), P521.toPublicKey(), edwards.getPublic()))) {
            server.assertAccepts(rs256());
            server.assertAccepts(signed(RSA, JWSAlgorithm.PS512, claims()));
            server.assertAccepts(signed(P256, JWSAlgorithm.ES256, claims()));
            server.assertAccepts(signed(P384, JWSAlgorithm.ES384, claims()));
            server.assertAccepts(signed(P521, JWSAlgorithm.ES512, claims()));
            server.assertAccepts(ed25519(edwards, JWSAlgorithm.EdDSA));
            server.assertAccepts(ed25519(edwards, JWSAlgorithm.Ed25519));
            server.assertRefuses(ed25519(other, JWSAlgorithm.EdDSA));
            server.assertRefuses(signed(Tokens.curve(Curve.P_256, "first"), JWSAlgorithm.ES256, claims()));
            final String good = signed(P256, JWSAlgorithm.ES256, claims());
            // CVE-2022-21449: a proof of zeros
            server.assertRefuses(good.substring(0, good.lastIndexOf('.') + 1) + Base64URL.encode(new byte[64]));
            server.assertRefuses(good.substring(0, good.lastIndexOf('.') + 1) + Base64URL.encode(new byte[7]));
            final String edwardsToken = ed25519(edwards, JWSAlgorithm.EdDSA);
            server.assertRefuses(
                    edwardsToken.substring(0, edwardsToken.lastIndexOf('.') + 1) + Base64URL.encode(new byte[64]));
            server.assertRefuses(edwardsToken.substring(0, edwardsToken.lastIndexOf('.') + 1) + "AAAA");
        }
    }

    @Test
    void onlyTheConfiguredAlgorithmsAreAccepted() throws Exception {
        try (ProtectedServer server = start(
                new JWKSet(List.of(RSA.toPublicJWK(), P256.toPublicJWK())).toString(),
                "jwt.algorithms",
                "ES256,PS256")) {
            server.assertAccepts(signed(P256, JWSAlgorithm.ES256, claims()));
            server.assertAccepts(signed(RSA, JWSAlgorithm.PS256, claims()));
            server.assertRefuses(rs256());
        }
    }

    @Test
    void aKeyForOneAlgorithmOrForEncryptionIsNotUsedForAnother() throws Exception {
        final var forRs512 = new com.nimbusds.jose.jwk.RSAKey.Builder(RSA)
                .algorithm(JWSAlgorithm.RS512)
                .build();
        final var forEncryption = new com.nimbusds.jose.jwk.RSAKey.Builder(Tokens.other("second"))
                .keyUse(com.nimbusds.jose.jwk.KeyUse.ENCRYPTION)
                .build();
        try (ProtectedServer server =
                start(new JWKSet(List.of(forRs512.toPublicJWK(), forEncryption.toPublicJWK())).toString())) {
            server.assertAccepts(signed(RSA, JWSAlgorithm.RS512, claims()));
            server.assertRefuses(rs256());
            server.assertRefuses(rs256(forEncryption, claims()));
        }
    }

    @Test
    void aCertificateIsAKey() throws Exception {
        final TestCertificate certificate = TestCertificate.authority("Test").server("localhost");
        certificate.writeCertificate(folder.resolve("certificate.pem"));
        final String token = Tokens.signed(
                new JWSHeader(JWSAlgorithm.ES256),
                new com.nimbusds.jose.crypto.ECDSASigner(certificate.key(), Curve.P_256),
                claims().build());
        try (ProtectedServer server = start(Files.readString(folder.resolve("certificate.pem")))) {
            server.assertAccepts(token);
        }
    }

    @Test
    void aSecretIsUsedWithHmacOnly() throws Exception {
        final String secret = "0123456789abcdef0123456789abcdef";
        try (ProtectedServer server = ProtectedServer.of(Map.of("jwt.secret", secret, "jwt.audience", AUDIENCE))) {
            final byte[] bytes = secret.getBytes(StandardCharsets.US_ASCII);
            server.assertAccepts(Tokens.hs256(bytes, claims()));
            bytes[0]++;
            server.assertRefuses(Tokens.hs256(bytes, claims()));
            server.assertRefuses(rs256());
        }
    }

    @Test
    void slowAlgorithmsHaveAnOwnBound() throws Exception {
        try (ProtectedServer server =
                start(pem(P521.toPublicKey()), "jwt.verification-threads", 1, "jwt.verification-queue", 1)) {
            server.assertRefuses("opaque"); // which opens the connection
            final List<String> tokens = IntStream.range(0, 50)
                    .mapToObj(i -> signed(P521, JWSAlgorithm.ES512, claims().jwtID("" + i)))
                    .toList();
            final Gauge queue = server.gauge("jwt.verification-queue");
            final List<CompletableFuture<HttpResponse<String>>> all = tokens.stream()
                    .map(each -> server.sendHttp2("Bearer " + each))
                    .toList();
            final CompletableFuture<Void> done = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
            long mostWaiting = 0;
            while (!done.isDone()) {
                mostWaiting = Math.max(mostWaiting, queue.used());
                Thread.yield();
            }
            final List<Integer> statuses = all.stream()
                    .map(CompletableFuture::join)
                    .map(HttpResponse::statusCode)
                    .toList();
            assertThat(mostWaiting).isEqualTo(1).isEqualTo(queue.limit());
            assertThat(queue.used()).isZero();
            assertThat(statuses).contains(200, 503).containsOnly(200, 503);
            server.assertAccepts(tokens.get(statuses.indexOf(200)));
            server.assertAccepts(tokens.get(statuses.indexOf(503)));
        }
    }
}
