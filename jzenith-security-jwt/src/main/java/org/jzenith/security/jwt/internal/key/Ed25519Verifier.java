package org.jzenith.security.jwt.internal.key;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.jca.JCAContext;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;

/** Verifies Ed25519 (RFC 8037) by the JDK. Nimbus' own verifier needs the library Tink. */
final class Ed25519Verifier implements JWSVerifier {

    private static final String NAME = "Ed25519";

    /** The X.509 encoding of a key before its 32 bytes (RFC 8410, 4). */
    private static final String PREFIX = "302a300506032b6570032100";

    private static final int KEY_LENGTH = 32;

    private final PublicKey key;
    private final JCAContext context = new JCAContext();

    Ed25519Verifier(final OctetKeyPair pair) throws JOSEException {
        final byte[] point = pair.getDecodedX();
        if (point.length != KEY_LENGTH) {
            throw new JOSEException("A key of Ed25519 has " + KEY_LENGTH + " bytes, not " + point.length + ".");
        }
        final byte[] prefix = HexFormat.of().parseHex(PREFIX);
        final byte[] encoded = Arrays.copyOf(prefix, prefix.length + KEY_LENGTH);
        System.arraycopy(point, 0, encoded, prefix.length, KEY_LENGTH);
        try {
            key = KeyFactory.getInstance(NAME).generatePublic(new X509EncodedKeySpec(encoded));
        } catch (final GeneralSecurityException e) {
            throw new JOSEException("The key of Ed25519 is wrong.", e);
        }
    }

    /** Returns the bytes of a key as a JWK has them. */
    static Base64URL pointOf(final EdECPublicKey key) {
        final byte[] encoded = key.getEncoded();
        return Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - KEY_LENGTH, encoded.length));
    }

    @Override
    public boolean verify(final JWSHeader header, final byte[] signed, final Base64URL proof) throws JOSEException {
        try {
            final Signature verifier = Signature.getInstance(NAME);
            verifier.initVerify(key);
            verifier.update(signed);
            return verifier.verify(proof.decode());
        } catch (final SignatureException e) {
            return false; // it has a wrong length or form
        } catch (final GeneralSecurityException e) {
            throw new JOSEException("Ed25519 cannot be verified.", e);
        }
    }

    @Override
    public Set<JWSAlgorithm> supportedJWSAlgorithms() {
        return Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);
    }

    @Override
    public JCAContext getJCAContext() {
        return context;
    }
}
