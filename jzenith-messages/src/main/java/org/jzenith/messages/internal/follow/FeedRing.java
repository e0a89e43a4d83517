package org.jzenith.messages.internal.follow;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The most recent elements of a topic, which all followers on this instance read. Written by one thread at a time, and read by many.
 *
 * @param <T> the class of the messages
 */
final class FeedRing<T> {

    private static final int MOST = 1 << 10;
    private static final long MOST_BYTES = 8L << 20;

    private final AtomicReferenceArray<@Nullable Entry<T>> entries = new AtomicReferenceArray<>(MOST);

    /** The index behind each position that is kept. */
    private final Map<String, Long> indexes = new ConcurrentHashMap<>();

    private volatile @Nullable End end;

    /** The position before the oldest element. */
    private String start = "";

    private long oldest;
    private long bytes;

    private record Entry<T>(long index, long bytes, FeedElement<T> element) {}

    /**
     * The end of the ring.
     *
     * @param index the index of the next element
     * @param position the position after the last one
     */
    record End(long index, String position) {}

    /** Starts with a position, behind which all elements will come. */
    void start(final String position) {
        start = position;
        indexes.put(position, 0L);
        end = new End(0, position);
    }

    /** Returns the end; null before startup. */
    @Nullable
    End end() {
        return end;
    }

    /** Returns the index behind a position; null if the ring does not know it. */
    @Nullable
    Long indexAfter(final String position) {
        return indexes.get(position);
    }

    /** Returns an element; null if it is not kept any more. */
    @Nullable
    FeedElement<T> get(final long index) {
        final Entry<T> entry = entries.get((int) (index % MOST));
        return entry == null || entry.index != index ? null : entry.element;
    }

    void append(final FeedElement<T> element, final long size) {
        final long index = Objects.requireNonNull(end, "start").index;
        bytes += size;
        while (oldest < index && (index - oldest >= MOST || bytes > MOST_BYTES)) {
            removeOldest();
        }
        entries.set((int) (index % MOST), new Entry<>(index, size, element));
        indexes.put(element.position(), index + 1);
        end = new End(index + 1, element.position());
    }

    private void removeOldest() {
        final Entry<T> removed = Objects.requireNonNull(entries.getAndSet((int) (oldest % MOST), null));
        indexes.remove(start, oldest);
        start = removed.element.position();
        bytes -= removed.bytes;
        oldest++;
    }
}
