package org.jzenith.security.jwt.internal.key;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A key with the algorithms for which it is accepted. Safe for use by many threads. */
public final class VerificationKey {

    private static final int MIN_RSA_BITS = 2048;
    private static final int MAX_FAST_RSA_BITS = 4096;

    private final JWK jwk;
    private final Set<JWSAlgorithm> algorithms;
    private final JWSVerifier verifier;
    private volatile boolean removed;

    private VerificationKey(final JWK jwk, final Set<JWSAlgorithm> algorithms, final JWSVerifier verifier) {
        this.jwk = jwk;
        this.algorithms = algorithms;
        this.verifier = verifier;
    }

    /**
     * Creates a key.
     *
     * @param jwk a public key or a secret
     * @param allowed algorithms
     * @return accepts the algorithms that are those of the key, too
     * @throws IllegalArgumentException if it cannot be used; the message is a sentence
     */
    public static VerificationKey of(final JWK jwk, final Set<JWSAlgorithm> allowed) {
        final Set<JWSAlgorithm> algorithms = new HashSet<>(Algorithms.of(jwk));
        algorithms.retainAll(allowed);
        if (jwk.getAlgorithm() != null) {
            algorithms.removeIf(
                    each -> !each.getName().equals(jwk.getAlgorithm().getName()));
        }
        if (algorithms.isEmpty()) {
            throw new IllegalArgumentException("It supports none of the accepted algorithms " + allowed
                    + (jwk instanceof OctetSequenceKey ? ". A secret must be at least as long as the hash." : "."));
        }
        if (jwk instanceof final RSAKey rsa && rsa.size() < MIN_RSA_BITS) {
            throw new IllegalArgumentException(
                    "It has " + rsa.size() + " bits. RSA keys must have at least " + MIN_RSA_BITS + ".");
        }
        try {
            return new VerificationKey(jwk, Set.copyOf(algorithms), verifier(jwk));
        } catch (final JOSEException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Returns false if the key is for something other than signatures. */
    static boolean isForVerification(final JWK jwk) {
        return (jwk.getKeyUse() == null || jwk.getKeyUse().equals(KeyUse.SIGNATURE))
                && (jwk.getKeyOperations() == null
                        || jwk.getKeyOperations().isEmpty()
                        || jwk.getKeyOperations().contains(KeyOperation.VERIFY));
    }

    private static JWSVerifier verifier(final JWK jwk) throws JOSEException {
        if (jwk instanceof final RSAKey rsa) {
            return new RSASSAVerifier(rsa);
        }
        if (jwk instanceof final ECKey curve) {
            return new ECDSAVerifier(curve);
        }
        if (jwk instanceof final OctetKeyPair pair) {
            return new Ed25519Verifier(pair);
        }
        if (jwk instanceof final OctetSequenceKey secret) {
            return new MACVerifier(secret);
        }
        throw new JOSEException("The key type " + jwk.getKeyType() + " is not supported.");
    }

    /**
     * Returns the key itself.
     *
     * @return a public key or a secret
     */
    public JWK jwk() {
        return jwk;
    }

    /** Returns the identifier, {@code kid}; null if the key has none. */
    @Nullable
    String id() {
        return jwk.getKeyID();
    }

    boolean fits(final JWSAlgorithm algorithm) {
        return algorithms.contains(algorithm);
    }

    /**
     * Returns true if the key takes so long that it is not used on an event loop.
     *
     * @return true for elliptic curves and RSA keys of more than 4096 bits
     */
    public boolean isSlow() {
        return jwk instanceof final RSAKey rsa ? rsa.size() > MAX_FAST_RSA_BITS : !(jwk instanceof OctetSequenceKey);
    }

    /**
     * Verifies a token.
     *
     * @param token the token, with an algorithm of this key
     * @return true if it was created by the owner of the key
     */
    public boolean verifies(final JWSObject token) {
        try {
            return fits(token.getHeader().getAlgorithm()) && token.verify(verifier);
        } catch (final JOSEException e) {
            return false;
        }
    }

    /** Called when the provider has removed the key. */
    void markRemoved() {
        removed = true;
    }

    /**
     * Returns true if the provider has removed the key.
     *
     * @return true for ever after
     */
    public boolean isRemoved() {
        return removed;
    }
}
