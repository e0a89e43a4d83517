package org.jzenith.security.jwt.internal.key;

import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;

/** The keys of an application. Safe for use by many threads. */
public interface KeySource extends AutoCloseable {

    /**
     * Returns the newest known keys.
     *
     * @return empty if none are known yet
     */
    KeySet current();

    /**
     * Looks for newer keys, for a token whose key is not known.
     *
     * @param id the {@code kid} of the token, or null
     * @param isKnown true for a known sender, such as a network that has sent good tokens, for which there is a reserve of fetches
     * @return the same as {@link #current} if the key does not exist; fails as temporarily unavailable while that is not known
     */
    Future<KeySet> refresh(@Nullable String id, boolean isKnown);

    /** Starts to look for newer keys. */
    void begin();

    /**
     * Returns the time since the keys were fetched.
     *
     * @return in seconds; 0 if they are fixed, or if none are known yet
     */
    long ageSeconds();

    /**
     * Returns the state for readiness.
     *
     * @return unhealthy if no keys are known; degraded while they are, but cannot be fetched again
     */
    Health health();

    @Override
    void close();
}
