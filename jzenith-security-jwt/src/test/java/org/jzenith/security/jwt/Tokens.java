package org.jzenith.security.jwt;

import com.nimbusds.jose.JOSEException;
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
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;

/** Keys and tokens of the tests. */
final class Tokens {

    static final String ISSUER = "https://issuer.example";
    static final String AUDIENCE = "shop";
    static final RSAKey RSA = rsa("first");

    private static final RSAKey OTHER = rsa("other");

    private Tokens() {}

    static RSAKey rsa(final String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (final JOSEException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a key that is not {@link #RSA}, the same at each call: generating one takes a second. */
    static RSAKey other(final String id) {
        return new RSAKey.Builder(OTHER).keyID(id).build();
    }

    static ECKey curve(final Curve curve, final String id) {
        try {
            return new ECKeyGenerator(curve).keyID(id).generate();
        } catch (final JOSEException e) {
            throw new AssertionError(e);
        }
    }

    /** Acceptable claims. */
    static JWTClaimsSet.Builder claims() {
        return claims(60);
    }

    static JWTClaimsSet.Builder claims(final long secondsToExpiry) {
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .audience(AUDIENCE)
                .subject("ann")
                .claim("realm_access", Map.of("roles", List.of("admin", "clerk")))
                .claim("scope", "read write")
                .expirationTime(Date.from(Instant.now().plusSeconds(secondsToExpiry)));
    }

    static JWSHeader.Builder header(final JWK key, final JWSAlgorithm algorithm) {
        return new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).type(JOSEObjectType.JWT);
    }

    static String rs256() {
        return rs256(RSA, claims());
    }

    static String rs256(final JWTClaimsSet.Builder claims) {
        return rs256(RSA, claims);
    }

    static String rs256(final RSAKey key, final JWTClaimsSet.Builder claims) {
        return signed(key, JWSAlgorithm.RS256, claims);
    }

    static String signed(final JWK key, final JWSAlgorithm algorithm, final JWTClaimsSet.Builder claims) {
        return signed(header(key, algorithm).build(), signer(key), claims.build());
    }

    static String signed(final JWSHeader header, final JWSSigner signer, final JWTClaimsSet claims) {
        try {
            final SignedJWT token = new SignedJWT(header, claims);
            token.sign(signer);
            return token.serialize();
        } catch (final JOSEException e) {
            throw new AssertionError(e);
        }
    }

    static JWSSigner signer(final JWK key) {
        try {
            return key instanceof final RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key);
        } catch (final JOSEException e) {
            throw new AssertionError(e);
        }
    }

    /** A token of parts that a library would not make, with a correct proof. */
    static String ofTexts(final String header, final String claims) {
        final String begin = encoded(header) + '.' + encoded(claims);
        try {
            final Base64URL proof = new RSASSASigner(RSA)
                    .sign(new JWSHeader(JWSAlgorithm.RS256), begin.getBytes(StandardCharsets.US_ASCII));
            return begin + '.' + proof;
        } catch (final JOSEException e) {
            throw new AssertionError(e);
        }
    }

    static String encoded(final String text) {
        return Base64URL.encode(text).toString();
    }

    static String hs256(final byte[] secret, final JWTClaimsSet.Builder claims) {
        try {
            return signed(
                    new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(),
                    new MACSigner(secret),
                    claims.build());
        } catch (final JOSEException e) {
            throw new AssertionError(e);
        }
    }
}
