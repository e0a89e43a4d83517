package org.jzenith.tracing.observer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.tracing.span.LiveSpan;

/** The spans in progress of one kind, by the number that their events have. Safe for use by many threads. */
final class OpenSpans {

    private final Map<Key, LiveSpan> spans = new ConcurrentHashMap<>();

    private record Key(String plugin, long id) {}

    /** Adds a span. */
    void add(final String plugin, final long id, final LiveSpan span) {
        spans.put(new Key(plugin, id), span);
    }

    /** Returns a span; null if it is not recorded. */
    @Nullable
    LiveSpan get(final String plugin, final long id) {
        return spans.get(new Key(plugin, id));
    }

    /** Removes a span; null if it is not recorded. */
    @Nullable
    LiveSpan remove(final String plugin, final long id) {
        return spans.remove(new Key(plugin, id));
    }
}
