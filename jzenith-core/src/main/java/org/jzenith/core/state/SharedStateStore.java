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
 * For plugins: a store for {@link SharedState}, such as a database. A plugin adds its store to the {@linkplain #binder set}. It also has
 * {@code jzenith.shared-state=NAME} in the {@code brings} property of its {@code META-INF/jzenith/plugins.properties}.
 *
 * <p>Keys are at most 128 ASCII characters. A value and a count never have the same key. Times are measured by the store's clock. Methods
 * are called on event loops and must not block; nothing is sent before the returned type is subscribed to. Errors while the store is
 * unavailable are {@link org.jzenith.core.problem.TemporarilyUnavailable}. Safe for use by many threads.
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
     * @param key the key; an existing value is replaced
     * @param value the value, at most 64 KiB
     * @param lifetime the time from now after which the value is gone; at least 1 ms
     * @return completes when all instances see it
     */
    Completable put(String key, byte[] value, Duration lifetime);

    /**
     * Reads values.
     *
     * @param keys the keys, at least one
     * @return the values by key, without keys that have no value
     */
    Single<Map<String, byte[]>> get(List<String> keys);

    /**
     * Reads and removes a value in one step, so that only one caller gets it.
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
     * @return the counts after the addition, in the order of the keys
     */
    Single<List<SharedCounts.Count>> add(List<String> keys, Duration window);

    /**
     * Subtracts 1 from each of several counts. A count that has ended or is 0 does not change.
     *
     * @param keys the keys, at least one, without repetition
     * @return completes when all instances see it
     */
    Completable subtract(List<String> keys);
}
