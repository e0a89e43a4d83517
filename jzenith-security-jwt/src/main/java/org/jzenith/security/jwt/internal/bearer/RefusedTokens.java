package org.jzenith.security.jwt.internal.bearer;

import io.reactivex.Maybe;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.security.authentication.WrongCredentialsException;

/**
 * The tokens that were refused in the last five seconds, apart from those that were accepted, so that bad tokens do not displace good
 * ones. Safe for use by many threads.
 */
public final class RefusedTokens {

    private static final Duration KEPT = Duration.ofSeconds(5);

    private final BoundedCache<TokenDigest, Maybe<Identity>> cache;

    /**
     * Creates an empty cache.
     *
     * @param limit number of tokens; 0 for a cache that keeps nothing
     */
    public RefusedTokens(final int limit) {
        this.cache = new BoundedCache<>(limit, KEPT);
    }

    /**
     * Finds the refusal of a token.
     *
     * @param token digest of the token
     * @return a failed result; null if the token was not refused
     */
    public @Nullable Maybe<Identity> get(final TokenDigest token) {
        return cache.get(token);
    }

    /**
     * Adds a refusal.
     *
     * @param token digest of the token
     * @param refusal the reason
     * @return the failed result
     */
    public Maybe<Identity> add(final TokenDigest token, final WrongCredentialsException refusal) {
        final Maybe<Identity> result = Maybe.error(refusal);
        cache.put(token, result);
        return result;
    }

    /** Forgets all refusals, because the keys have changed. */
    public void clear() {
        cache.clear();
    }

    /**
     * Counts the tokens.
     *
     * @return includes refusals that have expired since
     */
    public int size() {
        return cache.size();
    }
}
