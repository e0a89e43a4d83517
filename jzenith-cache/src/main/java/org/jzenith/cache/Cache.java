package org.jzenith.cache;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.cache.internal.load.CacheOptions;
import org.jzenith.cache.internal.load.CacheRuntime;
import org.jzenith.cache.internal.load.CachedMaybe;
import org.jzenith.cache.internal.load.NamedCache;

/**
 * A cache of values that are expensive to load:
 *
 * <pre>{@code
 * Maybe<Product> product(String sku) {
 *     return products.get(sku, () -> table.find(sku));
 * }
 * }</pre>
 *
 * <p>The description is immutable: a method such as {@link #expiringAfter} returns another one, and all descriptions of a name must agree
 * when they are used. Callers share the objects in memory, so a value must not be changed. Safe for use by many threads.
 *
 * @param <T> the type of the values
 */
@CheckReturnValue
public final class Cache<T> {

    private final CacheRuntime runtime;
    private final String name;
    private final CacheOptions options;
    private volatile @Nullable NamedCache opened;

    Cache(final CacheRuntime runtime, final String name, final CacheOptions options) {
        this.runtime = runtime;
        this.name = name;
        this.options = options;
    }

    /**
     * Sets the age at which a value is loaded again, before it is returned.
     *
     * @param age at least 1 ms; {@code cache.expire-after} without this call, {@code cache.NAME.expire-after} overrides it
     * @return a changed description
     */
    public Cache<T> expiringAfter(final Duration age) {
        return new Cache<>(runtime, name, options.withExpireAfter(age));
    }

    /**
     * Sets the age at which a value is loaded again in the background; callers get the present one until then.
     *
     * @param age at least 1 ms, and less than that of {@link #expiringAfter}
     * @return a changed description
     */
    public Cache<T> refreshingAfter(final Duration age) {
        return new Cache<>(runtime, name, options.withRefreshAfter(age));
    }

    /**
     * Serves an expired value while the loader or Redis fail.
     *
     * @param time from the expiry on; at least 1 ms
     * @return a changed description
     */
    public Cache<T> servingStaleFor(final Duration time) {
        return new Cache<>(runtime, name, options.withStaleFor(time));
    }

    /**
     * Caches that there is no value, if the loader completes without one. A failure is never cached.
     *
     * @param time at least 1 ms
     * @return a changed description
     */
    public Cache<T> cachingAbsentFor(final Duration time) {
        return new Cache<>(runtime, name, options.withAbsentFor(time));
    }

    /**
     * Returns a value, and loads it if there is none. One load serves all callers that wait for the same key: those of this instance, and of
     * all instances if they share the cache.
     *
     * @param key the key; see {@link Caches#key} for one of several parts
     * @param loader called on an event loop, in its own context that has no identity; must not block. Its load goes on when the
     *     caller is disposed, for up to {@code cache.load-timeout}
     * @return the value, or empty if the loader has returned none; on the event loop and in the context of the subscriber. Fails with the
     *     loader's error, with a {@link org.jzenith.cache.error.CacheTimeoutException} if it takes too long, and with a {@link
     *     org.jzenith.cache.error.CacheOverloadedException} if too many loads are in progress
     * @throws IllegalStateException if the cache is used with other times elsewhere
     */
    public Maybe<T> get(final String key, final Supplier<? extends Maybe<T>> loader) {
        return new CachedMaybe<>(
                opened(), Objects.requireNonNull(key, "key"), Objects.requireNonNull(loader, "loader"));
    }

    /**
     * Removes a value on all instances, after a change of its source. The value of a load in progress is not kept.
     *
     * @param key the key
     * @return completes when this instance and Redis have removed it; the others follow at once. Fails if Redis fails: then the others may
     *     have the value until it expires
     */
    public Completable invalidate(final String key) {
        return opened().invalidate(Objects.requireNonNull(key, "key"));
    }

    /**
     * Removes all values on all instances.
     *
     * @return as in {@link #invalidate}
     */
    public Completable invalidateAll() {
        return opened().invalidateAll();
    }

    private NamedCache opened() {
        final NamedCache known = opened;
        if (known != null) {
            return known;
        }
        final NamedCache found = runtime.open(name, options);
        opened = found;
        return found;
    }
}
