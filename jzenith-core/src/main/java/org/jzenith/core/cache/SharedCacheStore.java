package org.jzenith.core.cache;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: a store for the values of caches, and for the leases by which one instance loads a value while the others wait. A plugin
 * adds its store to the {@linkplain #binder set}. It also has {@code cache.store=NAME} in the {@code brings} property of its {@code
 * META-INF/jzenith/plugins.properties}.
 *
 * <p>A cache has a name of lower-case letters, digits and hyphens; a key is any text. Ages and times are measured by the store's clock.
 * Methods are called on event loops and must not block; nothing is sent before the returned type is subscribed to. Safe for use by many
 * threads.
 */
@CheckReturnValue
public interface SharedCacheStore {

    /**
     * Returns the set to which a module adds its store.
     *
     * @param binder the binder of the module
     * @return the stores of the application
     */
    static Multibinder<SharedCacheStore> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, SharedCacheStore.class);
    }

    /** The outcome of a load. */
    enum Outcome {
        /** There is a value, or its absence is cached. */
        STORED,
        /** There is no value, and its absence is not cached. */
        EMPTY,
        /** The load has failed, so another instance may load. */
        FAILED
    }

    /**
     * A value in the store.
     *
     * @param json null for the absence of a value
     * @param age the time since it was stored
     */
    record Stored(@Nullable Buffer json, Duration age) {}

    /**
     * The right to load a value. A new lease ends after a second, so its holder renews it at once. A renewed lease ends after some seconds,
     * and can be renewed again. A lease also ends when the value is invalidated.
     *
     * @param token identifies the holder
     * @param generation changes when all values of the cache are invalidated
     */
    record Lease(String token, String generation) {}

    /**
     * The result of a read.
     *
     * @param value null if there is none
     * @param lease null if the value is young enough, or if another load holds the lease
     * @param held the time until the lease of another load ends; zero if no other load holds it
     */
    record Reading(@Nullable Stored value, @Nullable Lease lease, Duration held) {}

    /** A message for all instances, including the one that caused it. */
    sealed interface Message {

        /** The first message of each stream. Earlier messages may have been lost. */
        record Missed() implements Message {}

        /**
         * A value was invalidated.
         *
         * @param cache the cache
         * @param key the key
         */
        record Invalidated(String cache, String key) implements Message {}

        /**
         * All values of a cache were invalidated.
         *
         * @param cache the cache
         */
        record AllInvalidated(String cache) implements Message {}

        /**
         * A load that another instance waits for has ended.
         *
         * @param cache the cache
         * @param key the key
         * @param outcome the outcome of the load
         */
        record LoadEnded(String cache, String key, Outcome outcome) implements Message {}
    }

    /**
     * Returns the value of {@code cache.store} that chooses this store.
     *
     * @return the name of the plugin, such as {@code redis}
     */
    String name();

    /**
     * Reads a value, or acquires the lease to load it.
     *
     * @param cache the cache
     * @param key the key
     * @param token identifies the holder of the lease
     * @param maxAge a value of this age or older is returned with the lease
     * @return the value, the lease, or the time for which another load holds the lease; the end of that load is sent as a {@link
     *     Message.LoadEnded}
     */
    Single<Reading> read(String cache, String key, String token, Duration maxAge);

    /**
     * Prolongs a lease. It has no effect if the lease has ended.
     *
     * @param cache the cache
     * @param key the key
     * @param lease the lease
     * @return completes when it is prolonged
     */
    Completable renew(String cache, String key, Lease lease);

    /**
     * Ends a lease, and stores the value if the lease had not ended before.
     *
     * @param cache the cache
     * @param key the key
     * @param lease the lease
     * @param outcome the outcome of the load
     * @param value the value; null for the absence of a value, and for every outcome except {@link Outcome#STORED}
     * @param kept the time after which the store deletes the value, at least 1 ms
     * @return false if the lease had ended before: its time was over, or the value was invalidated
     */
    Single<Boolean> finish(
            String cache, String key, Lease lease, Outcome outcome, @Nullable Buffer value, Duration kept);

    /**
     * Removes a value, ends the lease of its load, and tells all instances.
     *
     * @param cache the cache
     * @param key the key
     * @return completes when the value is removed
     */
    Completable invalidate(String cache, String key);

    /**
     * Removes all values of a cache, and tells all instances. The values of loads in progress will not be stored.
     *
     * @param cache the cache
     * @return completes when the values are removed
     */
    Completable invalidateAll(String cache);

    /**
     * Subscribes to the messages.
     *
     * @return the messages: a {@link Message.Missed} first and after each outage; completes when the application stops
     */
    Flowable<Message> messages();

    /**
     * Returns the remedy if this application is not allowed to receive messages.
     *
     * @param error the error of {@link #messages}
     * @return a sentence; null if the store is only unavailable
     */
    @Nullable
    String remedy(Throwable error);
}
