package org.jzenith.security.jwt.key;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import org.jzenith.core.health.Health;

/** The keys of a file, or a secret. */
public final class FixedKeys implements KeySource {

    private final KeySet keys;

    private FixedKeys(final KeySet keys) {
        this.keys = keys;
    }

    /**
     * Creates a source.
     *
     * @param jwks public keys or a secret
     * @param allowed algorithms
     * @return a source with the usable keys
     * @throws IllegalArgumentException if no key is usable; the message is a sentence
     */
    public static FixedKeys of(final List<JWK> jwks, final Set<JWSAlgorithm> allowed) {
        final KeySet keys = KeySet.EMPTY.replacedBy(jwks, allowed);
        if (keys.size() == 0) {
            throw new IllegalArgumentException("None of its keys fits the accepted algorithms " + allowed
                    + ". RSA keys have at least 2048 bits, and a secret is at least as long as the hash.");
        }
        return new FixedKeys(keys);
    }

    @Override
    public KeySet current() {
        return keys;
    }

    @Override
    public Future<KeySet> refresh() {
        return Future.succeededFuture(keys);
    }

    @Override
    public void begin() {
        // there is nothing to fetch
    }

    @Override
    public Health health() {
        return Health.healthy();
    }

    @Override
    public long ageSeconds() {
        return 0;
    }

    @Override
    public void close() {
        // there is nothing to release
    }
}
