package org.jzenith.security.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A public key of the issuer, with the algorithms that it may verify: those of its own kind only, so that no token chooses another
 * meaning of the key (RFC 8725, 3.1).
 *
 * @param id the {@code kid}; null if it has none
 * @param algorithms that tokens signed with the key may have
 * @param verifier verifies signatures; safe for use by many threads
 * @param isSlow true if a verification takes so long that it must not run on an event loop
 * @param thumbprint identifies the key (RFC 7638)
 */
record VerificationKey(
        @Nullable String id, Set<JWSAlgorithm> algorithms, JWSVerifier verifier, boolean isSlow, String thumbprint) {

    private static final int LEAST_RSA_BITS = 2048;

    private static final Set<JWSAlgorithm> OF_RSA = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512);

    /** Returns null for a key that verifies no signature, such as one for encryption, or that is too weak. */
    static @Nullable VerificationKey of(final JWK key) {
        if (key.getKeyUse() != null && !key.getKeyUse().equals(KeyUse.SIGNATURE)) {
            return null;
        }
        try {
            final String thumbprint = key.computeThumbprint().toString();
            if (key instanceof final RSAKey rsa) {
                return rsa.size() < LEAST_RSA_BITS
                        ? null
                        : new VerificationKey(
                                key.getKeyID(),
                                declared(key, OF_RSA),
                                new RSASSAVerifier(rsa.toRSAPublicKey()),
                                false,
                                thumbprint);
            }
            if (key instanceof final ECKey curve) {
                final ECDSAVerifier verifier = new ECDSAVerifier(curve.toECPublicKey());
                return new VerificationKey(
                        key.getKeyID(), declared(key, verifier.supportedJWSAlgorithms()), verifier, true, thumbprint);
            }
            if (key instanceof final OctetKeyPair pair && Curve.Ed25519.equals(pair.getCurve())) {
                return new VerificationKey(
                        key.getKeyID(),
                        declared(key, Ed25519Verifier.ALGORITHMS),
                        new Ed25519Verifier(pair),
                        true,
                        thumbprint);
            }
            return null;
        } catch (final JOSEException e) {
            return null;
        }
    }

    private static Set<JWSAlgorithm> declared(final JWK key, final Set<JWSAlgorithm> ofKind) {
        if (key.getAlgorithm() == null) {
            return ofKind;
        }
        final JWSAlgorithm only = JWSAlgorithm.parse(key.getAlgorithm().getName());
        return ofKind.contains(only) ? Set.of(only) : Set.of();
    }

    /** Returns true if the key may have signed a token with this header. */
    boolean fits(final JWSHeader header) {
        return algorithms.contains(header.getAlgorithm())
                && (header.getKeyID() == null || header.getKeyID().equals(id));
    }
}
