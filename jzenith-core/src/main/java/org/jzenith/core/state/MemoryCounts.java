package org.jzenith.core.state;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.internal.limit.WindowCounts;

/** Counts in the memory of this instance. */
final class MemoryCounts implements SharedCounts {

    private final WindowCounts counts;

    MemoryCounts(final int maxEntries, final Duration window) {
        this.counts = new WindowCounts(maxEntries, window);
    }

    @Override
    public Single<List<Count>> add(final List<String> keys) {
        return Single.fromCallable(() -> {
            final List<Count> after = new ArrayList<>(keys.size());
            synchronized (counts) {
                for (final String key : keys) {
                    final WindowCounts.Window window = counts.add(key);
                    after.add(new Count(window.count(), window.left()));
                }
            }
            return after;
        });
    }

    @Override
    public Completable subtract(final List<String> keys) {
        return Completable.fromAction(() -> {
            synchronized (counts) {
                keys.forEach(counts::subtract);
            }
        });
    }
}
