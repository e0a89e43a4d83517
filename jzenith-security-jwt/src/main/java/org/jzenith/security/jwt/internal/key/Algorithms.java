package org.jzenith.security.jwt.internal.key;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import java.util.List;
import java.util.stream.Stream;

/** The algorithms that each type of key has. A token cannot choose another one, such as HMAC with a public key. */
public final class Algorithms {

    private static final List<JWSAlgorithm> RSA = List.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512);
    private static final List<JWSAlgorithm> CURVES =
            List.of(JWSAlgorithm.ES256, JWSAlgorithm.ES384, JWSAlgorithm.ES512);
    private static final List<JWSAlgorithm> ED25519 = List.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);
    private static final List<JWSAlgorithm> HMAC = List.of(JWSAlgorithm.HS256, JWSAlgorithm.HS384, JWSAlgorithm.HS512);
    private static final int BITS_A_BYTE = 8;

    private Algorithms() {}

    /** All algorithms for public keys. */
    public static List<JWSAlgorithm> ofPublicKeys() {
        return Stream.of(RSA, CURVES, ED25519).flatMap(List::stream).toList();
    }

    /** All algorithms for a secret. */
    public static List<JWSAlgorithm> ofSecrets() {
        return HMAC;
    }

    /** Returns the algorithms of a key; empty if it is not supported. */
    static List<JWSAlgorithm> of(final JWK key) {
        if (key instanceof RSAKey) {
            return RSA;
        }
        if (key instanceof final ECKey curve) {
            return CURVES.stream()
                    .filter(each -> Curve.forJWSAlgorithm(each).contains(curve.getCurve()))
                    .toList();
        }
        if (key instanceof final OctetKeyPair pair) {
            return pair.getCurve().equals(Curve.Ed25519) ? ED25519 : List.of();
        }
        if (key instanceof final OctetSequenceKey secret) {
            // RFC 7518, 3.2: at least as long as the hash
            final int bits = secret.toByteArray().length * BITS_A_BYTE;
            return HMAC.stream()
                    .filter(each -> Integer.parseInt(each.getName().substring(2)) <= bits)
                    .toList();
        }
        return List.of();
    }
}
