package org.jzenith.cache.internal.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The values of one cache in the memory of this instance. A value counts as its bytes, but at least as an equal share of all bytes, so that
 * one weight limits both number and bytes. Safe for use by many threads.
 */
public final class MemoryStore {

    private final Cache<String, CachedValue> entries;

    /**
     * Creates a store without values.
     *
     * @param maxEntries the most values
     * @param maxBytes the most bytes of all keys and values
     * @param keptNanos the time after which a value is removed
     * @param evictions counts the values that are removed for others
     */
    public MemoryStore(final int maxEntries, final long maxBytes, final long keptNanos, final LongAdder evictions) {
        final long least = (maxBytes + maxEntries - 1) / maxEntries;
        // Without an executor it would clean up on threads of the JVM's common pool.
        this.entries = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((String key, CachedValue value) ->
                        (int) Math.min(Integer.MAX_VALUE, Math.max(least, (long) key.length() + value.size())))
                .expireAfterWrite(keptNanos, TimeUnit.NANOSECONDS)
                .executor(Runnable::run)
                .evictionListener((key, value, cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        evictions.increment();
                    }
                })
                .build();
    }

    /** Returns a value, or null if there is none. */
    public @Nullable CachedValue get(final String key) {
        return entries.getIfPresent(key);
    }

    /** Adds a value, or replaces it. */
    public void put(final String key, final CachedValue value) {
        entries.put(key, value);
    }

    /** Removes a value. */
    public void remove(final String key) {
        entries.invalidate(key);
    }

    /** Removes all values. */
    public void clear() {
        entries.invalidateAll();
    }

    /** Returns how much of the bytes is used. */
    public long used() {
        return entries.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
    }
}
