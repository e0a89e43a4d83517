package org.jzenith.core.state;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * For plugins: a store for {@link SharedState}, such as a database. A plugin adds it to the {@linkplain #binder set}, and names itself in its
 * {@code META-INF/jzenith/plugins.properties} as the one that brings {@code jzenith.shared-state=NAME}.
 *
 * <p>Keys are at most 128 ASCII characters; those of values and of counts differ. The clock is the store's. Methods are called on event loops and
 * must not block; nothing is sent before the returned type is subscribed to. Errors while the store is away are {@link
 * org.jzenith.core.problem.TemporarilyUnavailable}. Safe for use by many threads.
 */
@CheckReturnValue
public interface SharedStateStore {

    /**
     * Returns the set to which a module adds its store.
     *
     * @param binder the binder of the module
     * @return the stores of the application
     */
    static Multibinder<SharedStateStore> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, SharedStateStore.class);
    }

    /**
     * Returns the value of {@code jzenith.shared-state} that chooses this store.
     *
     * @return the name of the plugin, such as {@code redis}
     */
    String name();

    /**
     * Writes a value.
     *
     * @param key replaces the value that it has
     * @param value at most 64 KiB
     * @param lifetime the time after which it is gone, from now on; at least 1 ms
     * @return completes when all instances see it
     */
    Completable put(String key, byte[] value, Duration lifetime);

    /**
     * Reads values.
     *
     * @param keys the keys, at least one
     * @return the values by key, without the keys that have none
     */
    Single<Map<String, byte[]>> get(List<String> keys);

    /**
     * Reads and removes a value in one step, for one caller only.
     *
     * @param key the key
     * @return the value; empty if there is none
     */
    Maybe<byte[]> take(String key);

    /**
     * Adds 1 to each of several counts.
     *
     * @param keys the keys, at least one, without repetition
     * @param window the time after which a count that starts now ends; at least 1 ms
     * @return the counts after it, in the order of the keys
     */
    Single<List<SharedCounts.Count>> add(List<String> keys, Duration window);

    /**
     * Subtracts 1 from each of several counts. One that has ended, or is 0, stays.
     *
     * @param keys the keys, at least one, without repetition
     * @return completes when all instances see it
     */
    Completable subtract(List<String> keys);
}
