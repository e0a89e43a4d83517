package org.jzenith.security.jwt.internal.key;

import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;

/**
 * The keys of a file, or a secret.
 *
 * @param current the keys
 */
public record FixedKeys(KeySet current) implements KeySource {

    /**
     * Creates a source.
     *
     * @param keys public keys, or one for a secret
     * @return a source that never changes
     */
    public static FixedKeys of(final List<VerificationKey> keys) {
        return new FixedKeys(KeySet.EMPTY.replacedBy(keys));
    }

    @Override
    public Future<KeySet> refresh(final @Nullable String id, final boolean isKnown) {
        return Future.succeededFuture(current);
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
