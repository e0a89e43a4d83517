package org.jzenith.cache.internal.load;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.cache.internal.configuration.CacheConfiguration;
import org.jzenith.cache.internal.store.CachedValue;
import org.jzenith.core.internal.limit.NanoTime;

/**
 * The settings of one cache, from code and configuration; all times in nanoseconds. Immutable.
 *
 * @param refresh the age at which a value is loaded again in the background; {@link Long#MAX_VALUE} for never
 * @param stale the time for which an expired value is served; 0 for never
 * @param absent the time for which the absence of a value is cached; 0 for never
 */
record CacheSettings(
        int maxEntries,
        long maxBytes,
        int maxLoads,
        Duration loadTimeout,
        long expiry,
        long refresh,
        long stale,
        long absent) {

    static CacheSettings of(final CacheConfiguration all, final String name, final CacheOptions options) {
        final Optional<CacheConfiguration.OfCache> own =
                Optional.ofNullable(all.caches().get(name));
        return new CacheSettings(
                own.flatMap(CacheConfiguration.OfCache::maxEntries).orElse(all.maxEntries()),
                own.flatMap(CacheConfiguration.OfCache::maxSize)
                        .orElse(all.maxSize())
                        .bytes(),
                own.flatMap(CacheConfiguration.OfCache::maxLoads).orElse(all.maxLoads()),
                own.flatMap(CacheConfiguration.OfCache::loadTimeout).orElse(all.loadTimeout()),
                nanos(
                        set(own, CacheConfiguration.OfCache::expireAfter, options.expireAfter()),
                        NanoTime.of(all.expireAfter())),
                nanos(set(own, CacheConfiguration.OfCache::refreshAfter, options.refreshAfter()), Long.MAX_VALUE),
                nanos(set(own, CacheConfiguration.OfCache::serveStaleFor, options.staleFor()), 0),
                nanos(set(own, CacheConfiguration.OfCache::cacheAbsentFor, options.absentFor()), 0));
    }

    private static Optional<Duration> set(
            final Optional<CacheConfiguration.OfCache> own,
            final Function<CacheConfiguration.OfCache, Optional<Duration>> setting,
            final @Nullable Duration inCode) {
        return own.flatMap(setting).or(() -> Optional.ofNullable(inCode));
    }

    private static long nanos(final Optional<Duration> set, final long otherwise) {
        return set.map(NanoTime::of).orElse(otherwise);
    }

    boolean keepsAbsence() {
        return absent > 0;
    }

    private long expiryOf(final CachedValue value) {
        return value.value() == null ? absent : expiry;
    }

    /** Returns true if a value is returned without a load. */
    boolean isFresh(final CachedValue value) {
        return value.age() < expiryOf(value);
    }

    /** Returns true if a value is loaded again in the background. */
    boolean isDueForRefresh(final CachedValue value) {
        return value.age() >= refresh;
    }

    /** Returns true if a value may be served while it cannot be loaded. */
    boolean isServable(final CachedValue value) {
        return value.age() < expiryOf(value) + (value.value() == null ? 0 : stale);
    }

    /** Returns the nanoseconds after a failed load in which callers get an old value without waiting for the next load. */
    long recent() {
        return 2 * NanoTime.of(loadTimeout);
    }

    /** Returns the nanoseconds for which the memory keeps values. */
    long kept() {
        return Math.max(expiry + stale, absent);
    }

    /** Returns the time for which the shared store keeps a value. */
    Duration kept(final CachedValue value) {
        return Duration.ofNanos(value.value() == null ? absent : expiry + stale);
    }
}
