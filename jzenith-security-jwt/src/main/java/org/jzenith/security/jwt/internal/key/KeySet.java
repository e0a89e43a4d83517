package org.jzenith.security.jwt.internal.key;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys that are valid at one time. Immutable. */
public final class KeySet {

    /** More keys without identifier would make each bad token expensive. */
    private static final int MAX_TRIED = 4;

    /** No keys. */
    static final KeySet EMPTY = new KeySet(List.of());

    private final List<VerificationKey> keys;

    private KeySet(final List<VerificationKey> keys) {
        this.keys = keys;
    }

    /** Returns a set with other keys; those that this set has, too, are the same objects there. */
    KeySet replacedBy(final List<VerificationKey> others) {
        final Map<JWK, VerificationKey> known = new HashMap<>();
        keys.forEach(each -> known.put(each.jwk(), each));
        return new KeySet(others.stream()
                .map(each -> known.getOrDefault(each.jwk(), each))
                .toList());
    }

    /** Marks the keys that another set does not have as removed. */
    void removeAllExcept(final KeySet others) {
        keys.stream().filter(each -> !others.keys.contains(each)).forEach(VerificationKey::markRemoved);
    }

    boolean hasSameKeys(final KeySet other) {
        return keys.size() == other.keys.size() && other.keys.containsAll(keys);
    }

    int size() {
        return keys.size();
    }

    /** Returns the keys as Nimbus' validators take them. */
    public JWKSet jwks() {
        return new JWKSet(keys.stream().map(VerificationKey::jwk).toList());
    }

    /**
     * Returns true if a token that names a key, or none, can be decided with these keys.
     *
     * @param id the {@code kid} of the token, or null
     * @return false if the provider may have newer keys that the token names
     */
    public boolean knows(final @Nullable String id) {
        return id == null ? !keys.isEmpty() : keys.stream().anyMatch(each -> id.equals(each.id()));
    }

    /**
     * Finds the keys that may have made a token.
     *
     * @param id the {@code kid} of the token, or null
     * @param algorithm the token's algorithm
     * @return the keys, at most four; if no key has the identifier, those that have none
     */
    public List<VerificationKey> candidates(final @Nullable String id, final JWSAlgorithm algorithm) {
        final boolean byId = id != null && knows(id);
        final List<VerificationKey> found = new ArrayList<>(1);
        for (final VerificationKey key : keys) {
            if (found.size() < MAX_TRIED
                    && key.fits(algorithm)
                    && (byId ? String.valueOf(id).equals(key.id()) : id == null || key.id() == null)) {
                found.add(key);
            }
        }
        return found;
    }
}
