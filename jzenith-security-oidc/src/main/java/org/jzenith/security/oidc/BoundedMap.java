package org.jzenith.security.oidc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A map that keeps a bounded number of entries: those that were used last. It has two halves; when the newer one is full, it becomes the
 * older one, which is dropped. Reading takes no lock. Safe for use by many threads.
 */
final class BoundedMap<K, V> {

    private final int half;
    private volatile Map<K, V> newer = new ConcurrentHashMap<>();
    private volatile Map<K, V> older = new ConcurrentHashMap<>();

    /** @param entries the most entries */
    BoundedMap(final int entries) {
        this.half = Math.max(1, entries / 2);
    }

    @Nullable
    V get(final K key) {
        final V present = newer.get(key);
        if (present != null) {
            return present;
        }
        final V before = older.get(key);
        if (before != null) {
            put(key, before);
        }
        return before;
    }

    void put(final K key, final V value) {
        final Map<K, V> target = newer;
        target.put(key, value);
        if (target.size() > half) {
            age(target);
        }
    }

    private synchronized void age(final Map<K, V> full) {
        if (full == newer) {
            older = full;
            newer = new ConcurrentHashMap<>();
        }
    }

    int size() {
        return newer.size() + older.size();
    }
}
