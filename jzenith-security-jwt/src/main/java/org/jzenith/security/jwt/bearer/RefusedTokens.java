package org.jzenith.security.jwt.bearer;

import io.reactivex.Maybe;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.security.authentication.WrongCredentialsException;

/**
 * The tokens that were refused in the last five seconds, apart from those that were accepted, so that bad tokens do not displace good
 * ones. Safe for use by many threads.
 */
public final class RefusedTokens {

    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final TokenCache<Refusal> cache;

    private record Refusal(Maybe<Identity> result, long until) {}

    /**
     * Creates an empty cache.
     *
     * @param limit number of tokens; 0 for a cache that keeps nothing
     */
    public RefusedTokens(final int limit) {
        this.cache = new TokenCache<>(limit);
    }

    /**
     * Finds the refusal of a token.
     *
     * @param token digest of the token
     * @return a failed result; null if the token was not refused
     */
    public @Nullable Maybe<Identity> get(final TokenDigest token) {
        final Refusal refusal = cache.get(token);
        if (refusal == null) {
            return null;
        }
        if (System.nanoTime() - refusal.until < 0) {
            return refusal.result;
        }
        cache.remove(token);
        return null;
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
        cache.put(token, new Refusal(result, System.nanoTime() + KEPT_NANOS));
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
