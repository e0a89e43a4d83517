package org.jzenith.security.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.jca.JCAContext;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Set;

/** Verifies signatures of Ed25519 (RFC 8037) with the JDK; that of Nimbus needs another library, Tink. */
final class Ed25519Verifier implements JWSVerifier {

    static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);

    private static final int KEY_BYTES = 32;

    private final PublicKey key;
    private final JCAContext context = new JCAContext();

    Ed25519Verifier(final OctetKeyPair pair) throws JOSEException {
        final byte[] encoded = pair.getDecodedX();
        if (encoded.length != KEY_BYTES) {
            throw new JOSEException("A public key of Ed25519 has 32 bytes.");
        }
        // RFC 8032, 5.1.2: little-endian, and the highest bit is the sign of x.
        final boolean odd = (encoded[KEY_BYTES - 1] & 0x80) != 0;
        final byte[] bigEndian = new byte[KEY_BYTES];
        for (int i = 0; i < KEY_BYTES; i++) {
            bigEndian[i] = encoded[KEY_BYTES - 1 - i];
        }
        bigEndian[0] &= 0x7f;
        try {
            key = KeyFactory.getInstance("Ed25519")
                    .generatePublic(new EdECPublicKeySpec(
                            NamedParameterSpec.ED25519, new EdECPoint(odd, new BigInteger(1, bigEndian))));
        } catch (final GeneralSecurityException e) {
            throw new JOSEException("The key is no public key of Ed25519.", e);
        }
    }

    @Override
    public boolean verify(final JWSHeader header, final byte[] input, final Base64URL signature) throws JOSEException {
        try {
            final Signature verification = Signature.getInstance("Ed25519");
            verification.initVerify(key);
            verification.update(input);
            return verification.verify(signature.decode());
        } catch (final GeneralSecurityException e) {
            return false;
        }
    }

    @Override
    public Set<JWSAlgorithm> supportedJWSAlgorithms() {
        return ALGORITHMS;
    }

    @Override
    public JCAContext getJCAContext() {
        return context;
    }
}
