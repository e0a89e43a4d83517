package org.jzenith.cache.internal.load;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The times that the code of the application sets for a cache; null where it sets none. Immutable.
 *
 * @param expireAfter the age at which a value is loaded again
 * @param refreshAfter the age at which a value is loaded again in the background
 * @param staleFor the time for which an expired value is served while it cannot be loaded
 * @param absentFor the time for which the absence of a value is cached
 */
public record CacheOptions(
        @Nullable Duration expireAfter,
        @Nullable Duration refreshAfter,
        @Nullable Duration staleFor,
        @Nullable Duration absentFor) {

    /** Nothing set. */
    public static final CacheOptions NONE = new CacheOptions(null, null, null, null);

    /** Returns a changed copy. */
    public CacheOptions withExpireAfter(final Duration changed) {
        return new CacheOptions(positive(changed), refreshAfter, staleFor, absentFor);
    }

    /** Returns a changed copy. */
    public CacheOptions withRefreshAfter(final Duration changed) {
        return new CacheOptions(expireAfter, positive(changed), staleFor, absentFor);
    }

    /** Returns a changed copy. */
    public CacheOptions withStaleFor(final Duration changed) {
        return new CacheOptions(expireAfter, refreshAfter, positive(changed), absentFor);
    }

    /** Returns a changed copy. */
    public CacheOptions withAbsentFor(final Duration changed) {
        return new CacheOptions(expireAfter, refreshAfter, staleFor, positive(changed));
    }

    private static Duration positive(final Duration duration) {
        if (duration.toMillis() < 1) {
            throw new IllegalArgumentException("The duration is " + duration + ". Set at least one millisecond.");
        }
        return duration;
    }
}
