package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.security.jwt.Tokens.AUDIENCE;
import static org.jzenith.security.jwt.Tokens.ISSUER;
import static org.jzenith.security.jwt.Tokens.RSA;
import static org.jzenith.security.jwt.Tokens.claims;
import static org.jzenith.security.jwt.Tokens.encoded;
import static org.jzenith.security.jwt.Tokens.header;
import static org.jzenith.security.jwt.Tokens.ofTexts;
import static org.jzenith.security.jwt.Tokens.rs256;
import static org.jzenith.security.jwt.Tokens.signed;
import static org.jzenith.security.jwt.Tokens.signer;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSAEncrypter;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.reactivex.Maybe;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;

/** The tokens that are accepted, and all kinds of wrong ones. */
final class RefusedTokensTest {

    @TempDir
    private static Path folder;

    private static ProtectedServer server;

    @BeforeAll
    static void start() throws Exception {
        final Path file = folder.resolve("keys.json");
        Files.writeString(file, new JWKSet(RSA.toPublicJWK()).toString());
        server = ProtectedServer.of(
                Map.of(
                        "jwt.key-file",
                        file,
                        "jwt.issuer",
                        ISSUER,
                        "jwt.audience",
                        AUDIENCE,
                        "jwt.role-claims",
                        "realm_access.roles,scope",
                        "jwt.required-claims",
                        "scope",
                        "rest.max-header-size",
                        "32K"),
                binder -> AuthenticationMechanism.binder(binder).addBinding().toInstance(new NextMechanism()),
                JwtPlugin.create());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aGoodTokenNamesItsUserWithRolesAndClaims() throws Exception {
        final String token = rs256(claims().jwtID("7").claim("tenant", "acme"));
        for (int i = 0; i < 2; i++) {
            server.assertAccepts(token);
            assertThat(server.get("/me/all", "bearer  " + token).body())
                    .startsWith("jwt [admin, clerk, read, write] {")
                    .contains("tenant=acme", "jti=7", "iss=" + ISSUER)
                    .endsWith("} true");
        }
    }

    @Test
    void aRequestWithoutTokenIsAnonymous() throws Exception {
        assertThat(server.get("/me").body()).isEqualTo("nobody");
        assertThat(server.get("/me?access_token=" + rs256()).body()).isEqualTo("nobody");
    }

    @Test
    void anotherSchemeIsLeftToTheNextMechanism() throws Exception {
        assertThat(server.get("/me", "Basic YTpi").body()).isEqualTo("somebody else");
        assertThat(server.get("/me", "BearerX " + rs256()).body()).isEqualTo("somebody else");
        assertThat(server.get("/me", rs256()).body()).isEqualTo("somebody else");
        assertThat(server.get("/me", "Bearer x").statusCode()).isEqualTo(401);
    }

    /** Takes all that is in the field. */
    private static final class NextMechanism implements AuthenticationMechanism {

        @Override
        public String name() {
            return "next";
        }

        @Override
        public Maybe<Identity> authenticate(final ServerRequest request) {
            return request.headers().contains("Authorization")
                    ? Maybe.just(Identity.of("somebody else", name()))
                    : Maybe.empty();
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void twoAuthorizationFieldsAreRefused(final HttpClient.Version version) {
        final String good = "Bearer " + rs256();
        assertThat(server.send(version, "/me").join().version()).isEqualTo(version);
        assertThat(server.send(version, "/me", good).join().body()).isEqualTo("ann");
        assertThat(server.send(version, "/me", good, good).join().statusCode()).isEqualTo(401);
        assertThat(server.send(version, "/me", "Basic YTpi", good).join().statusCode())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                ".",
                "..",
                "...",
                "a.b.c",
                "....",
                "a.b.c.d.e",
                "=",
                "e30.e30.",
                ".e30.",
                "e30.e30.e30",
                "~/+=",
                "a b.c",
                "a,b",
                "\u00e9.\u00e9.\u00e9",
                "bnVsbA.bnVsbA.bnVsbA",
                "W10.W10.W10"
            })
    void garbageIsRefused(final String garbage) throws Exception {
        assertThat(server.get("/me", "Bearer " + garbage).statusCode()).isEqualTo(401);
        assertThat(server.get("/me", "Bearer").statusCode()).isEqualTo(401);
    }

    @Test
    void randomDamageOfAGoodTokenIsRefused() throws Exception {
        final String good = rs256();
        final java.util.Random random = new java.util.Random(7);
        for (int i = 0; i < 200; i++) {
            final int at = random.nextInt(good.length() - 2); // the last character has unused bits
            final char changed = good.charAt(at) == 'A' ? 'B' : 'A';
            final String bad = good.substring(0, at) + changed + good.substring(at + 1);
            assertThat(server.withToken(bad).statusCode()).as(bad).isEqualTo(401);
        }
        server.assertRefuses(good.substring(0, good.length() - 20));
        server.assertRefuses(good.substring(0, good.lastIndexOf('.') + 1));
    }

    @Test
    void aTokenWithoutProofIsRefused() throws Exception {
        server.assertRefuses(new PlainJWT(claims().build()).serialize());
        for (final String none : List.of("none", "None", "nOnE", "")) {
            server.assertRefuses(encoded("{\"alg\":\"" + none + "\",\"kid\":\"first\"}")
                    + '.'
                    + encoded(claims().build().toString())
                    + '.');
            server.assertRefuses(
                    ofTexts("{\"alg\":\"" + none + "\"}", claims().build().toString()));
        }
        server.assertRefuses(ofTexts("{}", claims().build().toString()));
    }

    /** The confusion of RS256 with HS256 (CVE-2015-9235). */
    @Test
    void aTokenWithThePublicKeyAsSecretIsRefused() throws Exception {
        final byte[] der = RSA.toPublicKey().getEncoded();
        final String pem = "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END PUBLIC KEY-----\n";
        for (final byte[] secret : List.of(
                der,
                pem.getBytes(StandardCharsets.US_ASCII),
                pem.strip().getBytes(StandardCharsets.US_ASCII),
                RSA.toPublicJWK().toString().getBytes(StandardCharsets.UTF_8),
                RSA.getModulus().decode())) {
            server.assertRefuses(Tokens.hs256(secret, claims()));
        }
    }

    @Test
    void headersThatBringAKeyOrNameAPlaceOfOneAreRefused() throws Exception {
        final RSAKey own = Tokens.other("own");
        final JWTClaimsSet claims = claims().build();
        final URI place = URI.create("https://evil.example/keys");
        for (final RSAKey key : List.of(RSA, own)) {
            server.assertRefuses(
                    signed(header(key, JWSAlgorithm.RS256).jwkURL(place).build(), signer(key), claims));
            server.assertRefuses(
                    signed(header(key, JWSAlgorithm.RS256).x509CertURL(place).build(), signer(key), claims));
            server.assertRefuses(signed(
                    header(key, JWSAlgorithm.RS256).jwk(key.toPublicJWK()).build(), signer(key), claims));
            server.assertRefuses(signed(
                    header(key, JWSAlgorithm.RS256)
                            .x509CertChain(List.of(com.nimbusds.jose.util.Base64.encode("certificate")))
                            .build(),
                    signer(key),
                    claims));
        }
    }

    @Test
    void criticalMembersAreRefused() throws Exception {
        server.assertRefuses(ofTexts(
                "{\"alg\":\"RS256\",\"kid\":\"first\",\"crit\":[\"exp\"],\"exp\":1}",
                claims().build().toString()));
        server.assertRefuses(
                ofTexts("{\"alg\":\"RS256\",\"crit\":[]}", claims().build().toString()));
        server.assertRefuses(signed(
                header(RSA, JWSAlgorithm.RS256)
                        .criticalParams(Set.of("b64"))
                        .base64URLEncodePayload(true)
                        .build(),
                signer(RSA),
                claims().build()));
    }

    @Test
    void encryptedAndNestedTokensAreRefused() throws Exception {
        final JWEObject encrypted = new JWEObject(
                new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A128GCM)
                        .contentType("JWT")
                        .build(),
                new Payload(rs256()));
        encrypted.encrypt(new RSAEncrypter(RSA));
        server.assertRefuses(encrypted.serialize());
        server.assertRefuses(
                signed(header(RSA, JWSAlgorithm.RS256).contentType("JWT").build(), signer(RSA), claims().build()));
        server.assertRefuses(ofTexts("{\"alg\":\"RS256\",\"kid\":\"first\"}", rs256()));
        server.assertRefuses(ofTexts("{\"alg\":\"RS256\",\"kid\":\"first\"}", '"' + rs256() + '"'));
    }

    @Test
    void repeatedMembersAreRefused() throws Exception {
        final String header = "{\"alg\":\"RS256\",\"kid\":\"first\"}";
        final String claims = claims().build().toString();
        server.assertAccepts(ofTexts(header, claims));
        server.assertRefuses(ofTexts("{\"alg\":\"none\",\"alg\":\"RS256\",\"kid\":\"first\"}", claims));
        server.assertRefuses(ofTexts("{\"alg\":\"RS256\",\"kid\":\"other\",\"kid\":\"first\"}", claims));
        server.assertRefuses(ofTexts(header, "{\"sub\":\"bob\"," + claims.substring(1)));
        server.assertRefuses(ofTexts(header, "{\"s\\u0075b\":\"bob\"," + claims.substring(1)));
        server.assertRefuses(ofTexts(header, "{\"a\":{\"b\":1,\"b\":2}," + claims.substring(1)));
    }

    @Test
    void strangeJsonIsRefused() throws Exception {
        final String header = "{\"alg\":\"RS256\",\"kid\":\"first\"}";
        final String claims = claims().build().toString();
        for (final int depth : new int[] {20, 1_000, 2_500}) {
            server.assertRefuses(
                    ofTexts(header, "{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + ',' + claims.substring(1)));
            server.assertRefuses(ofTexts(
                    "{\"a\":" + "{\"a\":".repeat(depth / 5) + "1" + "}".repeat(depth / 5) + ',' + header.substring(1),
                    "{}"));
        }
        server.assertRefuses(ofTexts(header, claims + claims));
        server.assertRefuses(ofTexts(header, claims + "x"));
        server.assertRefuses(ofTexts(header, "[" + claims + "]"));
        server.assertRefuses(ofTexts(header, "{\"a\":" + "9".repeat(3_000) + ',' + claims.substring(1)));
        server.assertRefuses(ofTexts(header, claims.replaceAll("\"exp\":\\d+", "\"exp\":\"tomorrow\"")));
        server.assertRefuses(ofTexts(header, claims.replaceAll("\"exp\":\\d+", "\"exp\":1e400")));
        server.assertRefuses(ofTexts(header, claims.replaceAll("\"exp\":\\d+", "\"exp\":-1")));
        server.assertRefuses(ofTexts("{\"alg\":5}", claims));
        server.assertRefuses(ofTexts("{\"alg\":\"RS256\",\"kid\":[1]}", claims));
    }

    @Test
    void aTokenOfMoreThan8KibIsRefused() throws Exception {
        assertThat(rs256(claims().claim("a", "x".repeat(5_000)))).hasSizeBetween(7_000, 8_192);
        server.assertAccepts(rs256(claims().claim("a", "x".repeat(5_000))));
        server.assertRefuses(rs256(claims().claim("a", "x".repeat(6_000))));
        server.assertRefuses("x".repeat(20_000));
    }

    @Test
    void anExpiredTokenIsRefusedAfterTheSkew() throws Exception {
        server.assertRefuses(rs256(claims(-61)));
        server.assertRefuses(rs256(claims(-31)));
        server.assertAccepts(rs256(claims(-20)));
        server.assertRefuses(rs256(claims().expirationTime(null)));
    }

    @Test
    void aTokenIsRefusedBeforeItsTime() throws Exception {
        server.assertRefuses(
                rs256(claims().notBeforeTime(Date.from(Instant.now().plusSeconds(45)))));
        server.assertAccepts(
                rs256(claims().notBeforeTime(Date.from(Instant.now().plusSeconds(20)))));
    }

    @Test
    void aTokenOfAnotherKeyIsRefused() throws Exception {
        server.assertRefuses(rs256(Tokens.other("first"), claims()));
        server.assertRefuses(rs256(Tokens.other("other"), claims()));
        final String[] good = rs256().split("\\.", -1);
        final String[] other = rs256(claims().subject("bob")).split("\\.", -1);
        server.assertRefuses(good[0] + '.' + other[1] + '.' + good[2]);
    }

    @Test
    void aTokenForAnotherApplicationOrOfAnotherProviderIsRefused() throws Exception {
        server.assertRefuses(rs256(claims().issuer("https://issuer.example/")));
        server.assertRefuses(rs256(claims().issuer(null)));
        server.assertRefuses(rs256(claims().audience("bank")));
        server.assertRefuses(rs256(claims().audience((String) null)));
        server.assertAccepts(rs256(claims().audience(List.of("bank", AUDIENCE))));
    }

    @Test
    void aTokenOfAnotherTypeIsRefused() throws Exception {
        for (final String type : List.of("logout+jwt", "dpop+jwt", "JWE", "")) {
            server.assertRefuses(signed(
                    header(RSA, JWSAlgorithm.RS256)
                            .type(new JOSEObjectType(type))
                            .build(),
                    signer(RSA),
                    claims().build()));
        }
        for (final String type : List.of("at+jwt", "application/at+JWT", "jwt")) {
            server.assertAccepts(signed(
                    header(RSA, JWSAlgorithm.RS256)
                            .type(new JOSEObjectType(type))
                            .build(),
                    signer(RSA),
                    claims().build()));
        }
        server.assertAccepts(signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("first").build(), signer(RSA), claims().build()));
    }

    @Test
    void missingClaimsAreRefused() throws Exception {
        server.assertRefuses(rs256(claims().claim("scope", null)));
        server.assertRefuses(rs256(claims().subject(null)));
        server.assertRefuses(rs256(claims().subject(" ")));
        server.assertRefuses(ofTexts(
                "{\"alg\":\"RS256\",\"kid\":\"first\"}",
                claims().build().toString().replace("\"sub\":\"ann\"", "\"sub\":{\"name\":\"ann\"}")));
    }

    @Test
    void strongerAlgorithmsOfTheKeyAreAccepted() throws Exception {
        for (final JWSAlgorithm algorithm : List.of(
                JWSAlgorithm.RS384, JWSAlgorithm.RS512, JWSAlgorithm.PS256, JWSAlgorithm.PS384, JWSAlgorithm.PS512)) {
            server.assertAccepts(signed(RSA, algorithm, claims()));
        }
    }

    @Test
    void aTokenWithoutKeyIdIsTriedWithTheKeys() throws Exception {
        server.assertAccepts(signed(new JWSHeader(JWSAlgorithm.RS256), signer(RSA), claims().build()));
        server.assertRefuses(signed(new JWSHeader(JWSAlgorithm.RS256), signer(Tokens.other("x")), claims().build()));
    }
}
