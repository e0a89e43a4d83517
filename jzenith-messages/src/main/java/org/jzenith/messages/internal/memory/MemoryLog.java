package org.jzenith.messages.internal.memory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.NanoTime;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.messages.engine.LogStore.LogState;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;

/** The log of one topic. Messages are dropped from its start only. Safe for use by many threads. */
final class MemoryLog {

    private final String incarnation =
            Long.toString(ThreadLocalRandom.current().nextLong() & Long.MAX_VALUE, Character.MAX_RADIX);
    private final TreeMap<Long, Entry> all = new TreeMap<>();
    private final List<TreeMap<Long, Entry>> partitions;
    private final long[] stored;
    private final Map<String, Map<Integer, Long>> committed = new HashMap<>();
    private final Map<Slot, Long> fences = new HashMap<>();
    private long last;

    private record Slot(String group, String slot) {}

    /**
     * A message.
     *
     * @param number in its partition, from 1
     */
    private record Entry(StoredMessage message, long number, long bytes, long storedAt) {

        long position() {
            return message.position();
        }
    }

    MemoryLog(final int partitions) {
        this.partitions =
                Stream.generate(TreeMap<Long, Entry>::new).limit(partitions).toList();
        this.stored = new long[partitions];
    }

    int partitions() {
        return stored.length;
    }

    synchronized void append(final List<NewMessage> messages, final @Nullable Term fence) {
        if (fence != null
                && fences.merge(new Slot(fence.group(), fence.slot()), fence.number(), Math::max) > fence.number()) {
            throw new TermEndedException(fence);
        }
        for (final NewMessage each : messages) {
            final int partition = each.partition();
            final StoredMessage message = new StoredMessage(
                    ++last, partition, each.id(), each.key(), each.headers(), each.body(), each.publishedAt());
            final Entry entry = new Entry(
                    message,
                    ++stored[partition],
                    MemoryBudget.size(each.key(), each.headers(), each.body()),
                    System.nanoTime());
            all.put(last, entry);
            partitions.get(partition).put(last, entry);
        }
    }

    synchronized List<StoredMessage> read(final Map<Integer, Long> after, final int most, final long mostBytes) {
        final PriorityQueue<Entry> next = new PriorityQueue<>(Comparator.comparingLong(Entry::position));
        final Map<Integer, Iterator<Entry>> rest = new HashMap<>();
        after.forEach((partition, position) -> {
            final Iterator<Entry> entries =
                    partitions.get(partition).tailMap(position, false).values().iterator();
            if (entries.hasNext()) {
                rest.put(partition, entries);
                next.add(entries.next());
            }
        });
        return bounded(
                new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return !next.isEmpty();
                    }

                    @Override
                    public Entry next() {
                        final Entry entry = next.remove();
                        final Iterator<Entry> entries = rest.get(entry.message().partition());
                        if (entries != null && entries.hasNext()) {
                            next.add(entries.next());
                        }
                        return entry;
                    }
                },
                most,
                mostBytes);
    }

    synchronized List<StoredMessage> readAll(final long after, final int most, final long mostBytes) {
        return bounded(all.tailMap(after, false).values().iterator(), most, mostBytes);
    }

    private static List<StoredMessage> bounded(final Iterator<Entry> entries, final int most, final long mostBytes) {
        final List<StoredMessage> messages = new ArrayList<>();
        long bytes = 0;
        while (messages.size() < most && entries.hasNext()) {
            final Entry entry = entries.next();
            bytes += entry.bytes();
            if (bytes > mostBytes && !messages.isEmpty()) {
                break;
            }
            messages.add(entry.message());
        }
        return messages;
    }

    synchronized LogState state() {
        return new LogState(incarnation, all.isEmpty() ? last + 1 : all.firstKey(), last);
    }

    synchronized Map<Integer, Long> count(final Map<Integer, Long> positions) {
        final Map<Integer, Long> counts = new HashMap<>();
        positions.forEach((partition, position) -> {
            final Map.Entry<Long, Entry> next = partitions.get(partition).higherEntry(position);
            counts.put(
                    partition,
                    next == null ? 0 : stored[partition] - next.getValue().number() + 1);
        });
        return counts;
    }

    synchronized Map<Integer, Long> committed(final String consumer) {
        return Map.copyOf(committed.computeIfAbsent(consumer, any -> new HashMap<>()));
    }

    synchronized void commit(final String consumer, final int partition, final long position) {
        committed.computeIfAbsent(consumer, any -> new HashMap<>()).merge(partition, position, Math::max);
    }

    /** Drops the messages that are older than the retention, and returns their size. */
    synchronized long trim(final Duration retention) {
        final long oldest = System.nanoTime() - NanoTime.of(retention);
        long bytes = 0;
        while (!all.isEmpty() && all.firstEntry().getValue().storedAt() - oldest < 0) {
            bytes += dropFirst();
        }
        return bytes;
    }

    /** Drops the oldest message if all consumers have handled it, and returns its size; 0 if there is none. */
    synchronized long dropHandled() {
        if (all.isEmpty()) {
            return 0;
        }
        final StoredMessage oldest = all.firstEntry().getValue().message();
        final boolean handled = committed.values().stream()
                .allMatch(positions -> positions.getOrDefault(oldest.partition(), 0L) >= oldest.position());
        return handled ? dropFirst() : 0;
    }

    private long dropFirst() {
        final Entry dropped = all.pollFirstEntry().getValue();
        partitions.get(dropped.message().partition()).remove(dropped.position());
        return dropped.bytes();
    }
}
