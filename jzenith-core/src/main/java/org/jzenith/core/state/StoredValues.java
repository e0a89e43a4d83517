package org.jzenith.core.state;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values in a store. */
record StoredValues<T>(SharedStateStore store, StoredKeys keys, Duration lifetime, ValueFormat<T> format)
        implements SharedValues<T> {

    private static final int MAX_BYTES = 64 * 1024;

    @Override
    public Completable put(final String key, final T value) {
        return Completable.defer(() -> {
            final byte[] bytes = format.write(value);
            if (bytes.length > MAX_BYTES) {
                throw new IllegalArgumentException("A value of the shared state '" + keys.name() + "' has "
                        + bytes.length + " bytes; the limit is " + MAX_BYTES + ".");
            }
            return store.put(keys.of(key), bytes, lifetime);
        });
    }

    @Override
    public Single<Map<String, T>> get(final List<String> asked) {
        return store.get(keys.of(asked)).map(found -> {
            final Map<String, T> values = new HashMap<>();
            for (final String key : asked) {
                final byte @Nullable [] bytes = found.get(keys.of(key));
                final @Nullable T value = bytes == null ? null : format.read(bytes);
                if (value != null) {
                    values.put(key, value);
                }
            }
            return values;
        });
    }

    @Override
    public Maybe<T> take(final String key) {
        return store.take(keys.of(key)).flatMap(bytes -> {
            final @Nullable T value = format.read(bytes);
            return value == null ? Maybe.empty() : Maybe.just(value);
        });
    }
}
