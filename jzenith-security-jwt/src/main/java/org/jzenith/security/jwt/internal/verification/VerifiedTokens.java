package org.jzenith.security.jwt.internal.verification;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.security.jwt.internal.bearer.TokenDigest;

/** The accepted tokens that are still valid. Safe for use by many threads. */
public final class VerifiedTokens {

    private final BoundedCache<TokenDigest, VerifiedToken> cache;

    /**
     * Creates an empty cache.
     *
     * @param limit number of tokens; 0 for a cache that keeps nothing
     */
    public VerifiedTokens(final int limit) {
        this.cache = new BoundedCache<>(limit);
    }

    /**
     * Finds a token, and forgets it when it is no longer valid.
     *
     * @param digest digest of the token
     * @return null if it is not known, has expired, or its key was removed
     */
    public @Nullable VerifiedToken get(final TokenDigest digest) {
        final VerifiedToken known = cache.get(digest);
        if (known == null || known.isValid(System.currentTimeMillis())) {
            return known;
        }
        cache.remove(digest);
        return null;
    }

    /**
     * Adds a token.
     *
     * @param digest digest of the token
     * @param token replaces an earlier one
     */
    public void put(final TokenDigest digest, final VerifiedToken token) {
        cache.put(digest, token);
    }

    /**
     * Counts the tokens.
     *
     * @return includes tokens that have expired since
     */
    public int size() {
        return cache.size();
    }
}
