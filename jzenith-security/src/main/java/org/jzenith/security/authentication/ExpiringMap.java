package org.jzenith.security.authentication;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A map with a limit on its entries, which all live equally long. If it is full, a new entry replaces the oldest one. Reading takes no
 * lock. Safe for use by many threads.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class ExpiringMap<K, V> {

    private final ConcurrentMap<K, Entry<V>> entries = new ConcurrentHashMap<>();

    /** All entries and some removed ones, the oldest first; guarded by itself. */
    private final Deque<Added<K, V>> order = new ArrayDeque<>();

    private final int maxEntries;
    private final long lifetimeNanos;

    private record Entry<V>(V value, long endNanos) {}

    private record Added<K, V>(K key, Entry<V> entry) {}

    /**
     * Creates an empty map.
     *
     * @param maxEntries the largest number of entries, at least 1
     * @param lifetimeNanos the time after which an entry is not found any more
     */
    public ExpiringMap(final int maxEntries, final long lifetimeNanos) {
        this.maxEntries = maxEntries;
        this.lifetimeNanos = lifetimeNanos;
    }

    /**
     * Finds a value.
     *
     * @param key its key
     * @param now the present {@link System#nanoTime}
     * @return null if there is none, or it has expired
     */
    public @Nullable V get(final K key, final long now) {
        final Entry<V> entry = entries.get(key);
        return entry == null || now - entry.endNanos >= 0 ? null : entry.value;
    }

    /**
     * Adds a value.
     *
     * @param key replaces the value that has it
     * @param value a value
     * @param now the present {@link System#nanoTime}
     */
    public void put(final K key, final V value, final long now) {
        final Entry<V> entry = new Entry<>(value, now + lifetimeNanos);
        synchronized (order) {
            for (Added<K, V> oldest = order.peekFirst();
                    oldest != null && (order.size() >= maxEntries || now - oldest.entry.endNanos >= 0);
                    oldest = order.peekFirst()) {
                order.removeFirst();
                // only this entry, because the key may have a newer one
                entries.computeIfPresent(oldest.key, removing(oldest.entry));
            }
            order.addLast(new Added<>(key, entry));
            entries.put(key, entry);
        }
    }

    /**
     * Adds a value unless there is one. If several threads call this, only one adds its value.
     *
     * @param key keeps the value that it has
     * @param value a value
     * @param now the present {@link System#nanoTime}
     * @return false if the key has a value already
     */
    public boolean putIfAbsent(final K key, final V value, final long now) {
        if (get(key, now) != null) {
            return false;
        }
        synchronized (order) {
            if (get(key, now) != null) {
                return false;
            }
            put(key, value, now);
            return true;
        }
    }

    /**
     * Adds a value unless there is a young one.
     *
     * @param key its key
     * @param value replaces an older value of the key
     * @param ageNanos the age from which a value is replaced
     * @param now the present {@link System#nanoTime}
     */
    public void renew(final K key, final V value, final long ageNanos, final long now) {
        if (!isYounger(key, ageNanos, now)) {
            synchronized (order) {
                if (!isYounger(key, ageNanos, now)) {
                    put(key, value, now);
                }
            }
        }
    }

    private boolean isYounger(final K key, final long ageNanos, final long now) {
        final Entry<V> entry = entries.get(key);
        return entry != null && now - (entry.endNanos - lifetimeNanos) < ageNanos;
    }

    @SuppressWarnings("ReferenceEquality") // the same entry, not an equal one
    private static <K, V> java.util.function.BiFunction<K, Entry<V>, @Nullable Entry<V>> removing(
            final Entry<V> removed) {
        return (key, present) -> present == removed ? null : present;
    }

    /**
     * Removes a value.
     *
     * @param key its key
     */
    public void remove(final K key) {
        entries.remove(key);
    }

    /**
     * Returns the number of entries, with expired ones.
     *
     * @return the number of entries, at most the limit
     */
    public int size() {
        return entries.size();
    }
}
