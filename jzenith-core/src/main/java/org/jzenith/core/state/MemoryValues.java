package org.jzenith.core.state;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.BoundedCache;

/** Values in the memory of this instance. Reading takes no lock. */
final class MemoryValues<T> implements SharedValues<T> {

    /**
     * References to the values. A taken value becomes null in its reference, because a concurrent reader can bring back a removed entry.
     */
    private final BoundedCache<String, AtomicReference<@Nullable T>> values;

    MemoryValues(final int maxEntries, final Duration lifetime) {
        this.values = new BoundedCache<>(maxEntries, lifetime);
    }

    @Override
    public Completable put(final String key, final T value) {
        return Completable.fromAction(() -> {
            synchronized (this) {
                values.put(key, new AtomicReference<>(value));
            }
        });
    }

    @Override
    public Single<Map<String, T>> get(final List<String> keys) {
        return Single.fromCallable(() -> {
            Map<String, T> found = Map.of();
            for (final String key : keys) {
                final @Nullable AtomicReference<@Nullable T> held = values.get(key);
                final @Nullable T value = held == null ? null : held.get();
                if (value != null) {
                    found = found.isEmpty() ? new HashMap<>() : found;
                    found.put(key, value);
                }
            }
            return found;
        });
    }

    @Override
    public Maybe<T> take(final String key) {
        return Maybe.fromCallable(() -> remove(key));
    }

    private synchronized @Nullable T remove(final String key) {
        final @Nullable AtomicReference<@Nullable T> held = values.get(key);
        values.remove(key);
        return held == null ? null : held.getAndSet(null);
    }
}
