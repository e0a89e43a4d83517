package org.jzenith.core.state;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.time.Duration;
import java.util.List;

/** Counts in a store. */
record StoredCounts(SharedStateStore store, StoredKeys keys, Duration window) implements SharedCounts {

    @Override
    public Single<List<Count>> add(final List<String> added) {
        return store.add(keys.of(added), window);
    }

    @Override
    public Completable subtract(final List<String> subtracted) {
        return store.subtract(keys.of(subtracted));
    }
}
