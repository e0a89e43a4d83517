package org.jzenith.cache.internal.load;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.cache.error.CacheOverloadedException;
import org.jzenith.cache.internal.store.CachedValue;
import org.jzenith.cache.internal.store.JsonFormat;
import org.jzenith.cache.internal.store.MemoryStore;
import org.jzenith.core.cache.SharedCacheStore.Outcome;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.rx.RxFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One cache of this instance: its values in memory, and its loads in progress. Safe for use by many threads. */
public final class NamedCache {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.cache.Cache");

    private final String name;
    private final CacheOptions options;
    private final CacheSettings settings;
    private final CacheCounters counters;
    private final Sharing sharing;
    private final LoadThreads threads;
    private final JsonFormat format;
    private final MemoryStore memory;
    private final ConcurrentHashMap<String, Load> loads = new ConcurrentHashMap<>();
    private final AtomicInteger loading = new AtomicInteger();
    private final CountedWarning failed;
    private final CountedWarning unreadable;

    NamedCache(
            final String name,
            final JavaType type,
            final CacheOptions options,
            final CacheSettings settings,
            final CacheCounters counters,
            final Sharing sharing,
            final LoadThreads threads,
            final ObjectMapper mapper) {
        this.name = name;
        this.options = options;
        this.settings = settings;
        this.counters = counters;
        this.sharing = sharing;
        this.threads = threads;
        this.format = new JsonFormat(name, mapper, type);
        this.memory = new MemoryStore(settings.maxEntries(), settings.maxBytes(), settings.kept(), counters.evictions);
        this.failed = new CountedWarning(
                LOGGER,
                "The cache '" + name + "' could not load a value. Callers get the previous value, or have "
                        + "already left.");
        this.unreadable = new CountedWarning(
                LOGGER,
                "The cache '" + name + "' found a value that this version of the application cannot read as "
                        + type.toCanonical() + ", so it counts as absent.",
                Duration.ofMinutes(1));
    }

    String name() {
        return name;
    }

    CacheOptions options() {
        return options;
    }

    CacheSettings settings() {
        return settings;
    }

    CacheCounters counters() {
        return counters;
    }

    Sharing sharing() {
        return sharing;
    }

    JsonFormat format() {
        return format;
    }

    /** Returns the bytes in memory. */
    long size() {
        return memory.used();
    }

    int loadsInProgress() {
        return loading.get();
    }

    /**
     * Looks for a value that a caller gets at once: a young one, or an expired one that could not be loaded again. One that is due for a
     * refresh is loaded in the background.
     *
     * @return null if the caller has to wait for a load
     */
    public @Nullable CachedValue find(final String key, final Supplier<? extends Maybe<?>> loader) {
        final CachedValue cached = memory.get(key);
        if (cached == null) {
            return null;
        }
        if (settings.isFresh(cached)) {
            counters.hits.increment();
            if (settings.isDueForRefresh(cached)) {
                refresh(key, loader, cached);
            }
            return cached;
        }
        if (cached.hasFailed(settings.recent()) && settings.isServable(cached)) {
            counters.stale.increment();
            refresh(key, loader, cached);
            return cached;
        }
        return null;
    }

    private void refresh(final String key, final Supplier<? extends Maybe<?>> loader, final CachedValue cached) {
        if (cached.startAttempt()) {
            final Load load = new Load(this, key, loader, threads.ofCaller(), true);
            if (loads.putIfAbsent(key, load) == null) {
                load.start();
            }
        }
    }

    /** Waits for the load of a value, which starts if none is in progress. Disposing ends the wait, not the load. */
    public Single<CachedValue> load(final String key, final Supplier<? extends Maybe<?>> loader) {
        return Single.defer(() -> {
            counters.misses.increment();
            while (true) {
                final Load created = new Load(this, key, loader, threads.ofCaller(), false);
                final Load present = loads.putIfAbsent(key, created);
                final Load load = present == null ? created : present;
                final Promise<CachedValue> result = load.join();
                if (present == null) {
                    load.start();
                }
                if (threads.isClosed()) {
                    load.stop(stopped());
                }
                if (result != null) {
                    return RxFuture.single(result::future).doOnDispose(() -> load.leave(result));
                }
                loads.remove(key, load);
            }
        });
    }

    /** Returns a value in memory that may be served while it cannot be loaded. */
    @Nullable
    CachedValue servable(final String key) {
        final CachedValue cached = memory.get(key);
        return cached != null && settings.isServable(cached) ? cached : null;
    }

    /** Keeps a value in memory, unless this instance cannot learn that it is invalidated. */
    void keep(final String key, final CachedValue value) {
        if (!sharing.isDeaf()) {
            memory.put(key, value);
        }
    }

    void ended(final String key, final Load load) {
        loads.remove(key, load);
    }

    /** Starts a load. Returns an error if too many are in progress. */
    @Nullable
    CacheOverloadedException acquire() {
        if (loading.incrementAndGet() <= settings.maxLoads()) {
            counters.loads.increment();
            return null;
        }
        loading.decrementAndGet();
        counters.refused.increment();
        return new CacheOverloadedException(settings.maxLoads() + " loads of the cache '" + name
                + "' are in progress on this instance, the limit of cache.max-loads.");
    }

    void release() {
        loading.decrementAndGet();
    }

    void warnOfFailure(final Throwable error) {
        failed.add(error);
    }

    void countUnreadable() {
        counters.unreadable.increment();
        unreadable.add();
    }

    /** Removes a value everywhere. */
    public Completable invalidate(final String key) {
        return Completable.defer(() -> {
            forget(key);
            return sharing.invalidate(name, key).doOnComplete(() -> forget(key));
        });
    }

    /** Removes all values everywhere. */
    public Completable invalidateAll() {
        return Completable.defer(() -> {
            forgetAll();
            return sharing.invalidateAll(name).doOnComplete(this::forgetAll);
        });
    }

    /** Removes a value from this instance. A load in progress may have read what was invalidated: its value is not kept. */
    void forget(final String key) {
        final Load load = loads.get(key);
        if (load != null) {
            load.outdate();
        }
        memory.remove(key);
    }

    void forgetAll() {
        loads.values().forEach(Load::outdate);
        memory.clear();
    }

    /** Ends the loads that wait for the store or for other instances. */
    void stop() {
        loads.values().forEach(load -> load.stop(stopped()));
    }

    private IllegalStateException stopped() {
        return new IllegalStateException(
                "The application is stopping, so the cache '" + name + "' no longer loads values.");
    }

    /** Lets other instances load what this one is loading. */
    void handOver() {
        loads.values().forEach(Load::handOver);
    }

    void loadEnded(final String key, final Outcome outcome) {
        final Load load = loads.get(key);
        if (load != null) {
            load.wake(outcome);
        }
    }
}
