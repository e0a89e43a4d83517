package org.jzenith.security.jwt.bearer;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A bounded cache of two generations. Entries are added to the young one. When it has half of the limit, it becomes the old one, and the
 * old one is dropped; a used entry of the old one returns to the young one. Safe for use by many threads.
 *
 * @param <V> the values
 */
public final class TokenCache<V> {

    private final int half;
    private volatile Generations<V> generations = new Generations<>(new ConcurrentHashMap<>());

    private static final class Generations<V> {

        private final ConcurrentMap<TokenDigest, V> young = new ConcurrentHashMap<>();
        private final ConcurrentMap<TokenDigest, V> old;

        Generations(final ConcurrentMap<TokenDigest, V> old) {
            this.old = old;
        }
    }

    /**
     * Creates an empty cache.
     *
     * @param limit number of entries; 0 for a cache that keeps nothing
     */
    public TokenCache(final int limit) {
        this.half = (limit + 1) / 2;
    }

    /**
     * Finds the value of a token.
     *
     * @param token digest of the token
     * @return null if there is none
     */
    public @Nullable V get(final TokenDigest token) {
        final Generations<V> now = generations;
        final V young = now.young.get(token);
        if (young != null) {
            return young;
        }
        final V old = now.old.remove(token);
        if (old != null) {
            put(token, old);
        }
        return old;
    }

    /**
     * Adds a value.
     *
     * @param token digest of the token
     * @param value replaces an earlier one
     */
    public void put(final TokenDigest token, final V value) {
        if (half == 0) {
            return;
        }
        final Generations<V> now = generations;
        if (now.young.put(token, value) == null && now.young.size() >= half) {
            rotate(now);
        }
    }

    private synchronized void rotate(final Generations<V> full) {
        if (generations == full) {
            generations = new Generations<>(full.young);
        }
    }

    /**
     * Removes the value of a token.
     *
     * @param token digest of the token
     */
    public void remove(final TokenDigest token) {
        final Generations<V> now = generations;
        now.young.remove(token);
        now.old.remove(token);
    }

    /** Removes all values. */
    public synchronized void clear() {
        generations = new Generations<>(new ConcurrentHashMap<>());
    }

    /**
     * Counts the entries.
     *
     * @return the number of entries, at most the limit, or a few more while threads add entries
     */
    public int size() {
        final Generations<V> now = generations;
        return now.young.size() + now.old.size();
    }
}
