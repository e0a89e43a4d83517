package org.jzenith.cache.internal.load;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.cache.SharedCacheStore;
import org.jzenith.core.cache.SharedCacheStore.Lease;
import org.jzenith.core.cache.SharedCacheStore.Outcome;
import org.jzenith.core.internal.log.CountedWarning;
import org.slf4j.LoggerFactory;

/** The values and loads that this instance shares with the others; none without a store. Safe for use by many threads. */
final class Sharing {

    private final @Nullable SharedCacheStore store;
    private final String instance = UUID.randomUUID().toString();
    private final AtomicLong tokens = new AtomicLong();
    private final CountedWarning away;
    private final Set<CompletableSubject> finishing = ConcurrentHashMap.newKeySet();
    private volatile boolean deaf;

    Sharing(final @Nullable SharedCacheStore store) {
        this.store = store;
        this.away = new CountedWarning(
                LoggerFactory.getLogger("org.jzenith.cache.Cache"),
                "The shared store of caches fails. Until it works again, this instance loads values by itself.",
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

    /** Sets whether the store refuses messages about what others invalidate. */
    void setDeaf(final boolean changed) {
        deaf = changed;
    }

    /** Returns true if no value may be kept in memory. */
    boolean isDeaf() {
        return deaf;
    }

    /** Warns that the store has failed. */
    void failed(final Throwable error) {
        away.add(String.valueOf(error.getMessage()));
    }

    /** Ends a lease. */
    Single<Boolean> finish(
            final String cache,
            final String key,
            final Lease lease,
            final Outcome outcome,
            final @Nullable Buffer value,
            final Duration kept) {
        final CompletableSubject end = CompletableSubject.create();
        finishing.add(end);
        return Objects.requireNonNull(store)
                .finish(cache, key, lease, outcome, value, kept)
                .doFinally(() -> {
                    finishing.remove(end);
                    end.onComplete();
                });
    }

    /** Completes when the leases have ended that are being ended now. */
    Completable whenFinished() {
        return Completable.defer(() -> Completable.merge(List.copyOf(finishing)));
    }

    Completable invalidate(final String cache, final String key) {
        return store == null ? Completable.complete() : store.invalidate(cache, key);
    }

    Completable invalidateAll(final String cache) {
        return store == null ? Completable.complete() : store.invalidateAll(cache);
    }
}
