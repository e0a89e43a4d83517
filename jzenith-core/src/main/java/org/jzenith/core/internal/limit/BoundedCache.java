package org.jzenith.core.internal.limit;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache with a limit on its entries, which may expire. It keeps at least half as many entries as the limit allows, those that were
 * used last: entries are added to a young generation. When that has half of the limit, or has lasted as long as an entry, it becomes
 * the old one, which is dropped. An entry of the old generation that is read is young again, and does not live longer. Reading takes
 * no lock. Safe for use by many threads.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class BoundedCache<K, V> {

    private final int half;
    private final long lifetimeNanos;
    private final LongSupplier clock;
    private volatile Generations<K, V> generations;

    private record Entry<V>(V value, long added) {}

    private static final class Generations<K, V> {

        private final Map<K, Entry<V>> young = new ConcurrentHashMap<>();
        private final Map<K, Entry<V>> old;

        /** The time at which the young generation started. */
        private final long begin;

        Generations(final Map<K, Entry<V>> old, final long begin) {
            this.old = old;
            this.begin = begin;
        }
    }

    /**
     * Creates an empty cache whose entries do not expire.
     *
     * @param limit the largest number of entries; 0 for a cache that keeps nothing
     */
    public BoundedCache(final int limit) {
        this(limit, NanoTime.LONGEST);
    }

    /**
     * Creates an empty cache.
     *
     * @param limit the largest number of entries; 0 for a cache that keeps nothing
     * @param lifetime the time after which an entry is not found any more
     */
    public BoundedCache(final int limit, final Duration lifetime) {
        this(limit, lifetime, System::nanoTime);
    }

    /**
     * Creates an empty cache with a clock.
     *
     * @param limit the largest number of entries; 0 for a cache that keeps nothing
     * @param lifetime the time after which an entry is not found any more
     * @param clock the present time, from {@link System#nanoTime}
     */
    public BoundedCache(final int limit, final Duration lifetime, final LongSupplier clock) {
        this.half = limit / 2 + limit % 2;
        this.lifetimeNanos = NanoTime.of(lifetime);
        this.clock = clock;
        this.generations = after(new ConcurrentHashMap<>());
    }

    private Generations<K, V> after(final Map<K, Entry<V>> old) {
        return new Generations<>(old, clock.getAsLong());
    }

    /**
     * Finds a value.
     *
     * @param key its key
     * @return null if there is none, or it has expired
     */
    public @Nullable V get(final K key) {
        Generations<K, V> now;
        Entry<V> entry;
        do {
            now = generations;
            entry = find(now, key);
        } while (entry == null && now != generations);
        return entry == null || isOver(entry.added) ? null : entry.value;
    }

    /** Finds an entry that another thread may move from the old to the young generation. */
    private @Nullable Entry<V> find(final Generations<K, V> now, final K key) {
        final Entry<V> young = now.young.get(key);
        if (young != null) {
            return young;
        }
        final Entry<V> old = now.old.get(key);
        if (old == null) {
            return now.young.get(key);
        }
        final Entry<V> newer = now.young.putIfAbsent(key, old);
        now.old.remove(key, old);
        if (newer == null) {
            rotateIfFull(now);
        }
        return newer == null ? old : newer;
    }

    private boolean isOver(final long begin) {
        return clock.getAsLong() - begin >= lifetimeNanos;
    }

    /**
     * Adds a value.
     *
     * @param key replaces the value that it has
     * @param value lives from now on
     */
    public void put(final K key, final V value) {
        if (half == 0) {
            return;
        }
        Generations<K, V> now = generations;
        if (isOver(now.begin)) {
            rotate(now);
            now = generations;
        }
        if (now.young.put(key, new Entry<>(value, clock.getAsLong())) == null) {
            now.old.remove(key);
            rotateIfFull(now);
        }
    }

    private void rotateIfFull(final Generations<K, V> now) {
        if (now.young.size() >= half) {
            rotate(now);
        }
    }

    private synchronized void rotate(final Generations<K, V> full) {
        if (generations == full) {
            generations = after(full.young);
        }
    }

    /**
     * Adds a value unless there is one. If several threads call this, only one adds its value.
     *
     * @param key keeps the value that it has
     * @param value lives from now on
     * @return false if the key has a value
     */
    public synchronized boolean putIfAbsent(final K key, final V value) {
        if (get(key) != null) {
            return false;
        }
        put(key, value);
        return true;
    }

    /**
     * Removes a value.
     *
     * @param key its key
     */
    public void remove(final K key) {
        final Generations<K, V> now = generations;
        now.young.remove(key);
        now.old.remove(key);
    }

    /** Removes all values. */
    public synchronized void clear() {
        generations = after(new ConcurrentHashMap<>());
    }

    /**
     * Returns the number of entries.
     *
     * @return at most the limit, or a few more while threads add entries; includes expired ones
     */
    public int size() {
        final Generations<K, V> now = generations;
        return now.young.size() + now.old.size();
    }
}
