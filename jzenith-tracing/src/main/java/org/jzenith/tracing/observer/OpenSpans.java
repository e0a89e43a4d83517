package org.jzenith.tracing.observer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The spans or traces in progress of one kind, by the number that their events have. Safe for use by many threads.
 *
 * @param <T> the type of a span or trace
 */
final class OpenSpans<T> {

    private final Map<Key, T> spans = new ConcurrentHashMap<>();

    /** The owner numbers its spans: the name of a plugin, or the context of a WebSocket. */
    private record Key(Object owner, long id) {}

    /** Adds a span. */
    void add(final Object owner, final long id, final T span) {
        spans.put(new Key(owner, id), span);
    }

    /** Returns a span; null if it is not recorded. */
    @Nullable
    T get(final Object owner, final long id) {
        return spans.get(new Key(owner, id));
    }

    /** Removes a span; null if it is not recorded. */
    @Nullable
    T remove(final Object owner, final long id) {
        return spans.remove(new Key(owner, id));
    }
}
