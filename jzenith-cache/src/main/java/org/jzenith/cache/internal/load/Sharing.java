package org.jzenith.cache.internal.load;

import io.reactivex.Completable;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.cache.SharedCacheStore;
import org.jzenith.core.internal.log.CountedWarning;
import org.slf4j.LoggerFactory;

/** What this instance shares with the others; without a store, nothing. Safe for use by many threads. */
final class Sharing {

    private final @Nullable SharedCacheStore store;
    private final String instance = UUID.randomUUID().toString();
    private final AtomicLong tokens = new AtomicLong();
    private final CountedWarning away;
    private volatile boolean heard;

    Sharing(final @Nullable SharedCacheStore store) {
        this.store = store;
        this.away = new CountedWarning(
                LoggerFactory.getLogger("org.jzenith.cache.Cache"),
                "The shared store of caches fails, so this instance loads values by itself until it answers again.",
                Duration.ofMinutes(1));
    }

    @Nullable
    SharedCacheStore store() {
        return store;
    }

    /** Returns a new name for the holder of a lease. */
    String token() {
        return instance + "." + tokens.incrementAndGet();
    }

    /** Sets whether this instance learns what others invalidate. */
    void hear(final boolean changed) {
        heard = changed;
    }

    /** Returns true if values can be kept in memory. */
    boolean isHeard() {
        return store == null || heard;
    }

    /** Warns that the store has failed. */
    void failed(final Throwable error) {
        away.add(String.valueOf(error.getMessage()));
    }

    Completable invalidate(final String cache, final String key) {
        return store == null ? Completable.complete() : store.invalidate(cache, key);
    }

    Completable invalidateAll(final String cache) {
        return store == null ? Completable.complete() : store.invalidateAll(cache);
    }
}
