package org.jzenith.messages.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The offsets of a topic's dead letters by id, oldest first. Each call first reads the records that were added to the log. Calls block, and run
 * one at a time.
 */
final class DeadLetterIndex {

    private static final Duration POLL = Duration.ofMillis(200);

    /**
     * The time after which the log is read again from its first record, because compaction deletes the tombstones of removed dead letters after
     * a day.
     */
    private static final long LIFE_NANOS = TimeUnit.HOURS.toNanos(1);

    /** The maximum number of ids in the index. Further dead letters are only counted. */
    private static final int MOST_IDS = 100_000;

    private final TopicPartition partition;
    private final Duration limit;
    private final Map<String, Long> offsets = new LinkedHashMap<>();
    private Uuid topic = Uuid.ZERO_UUID;
    private long first;
    private long next;
    private long uncounted;
    private long updatedAt;

    DeadLetterIndex(final String topic, final Duration limit) {
        this.partition = new TopicPartition(topic, 0);
        this.limit = limit;
    }

    /**
     * Reads the records that were added to the log.
     *
     * @param id the id of the Kafka topic with the dead letters
     */
    private void update(final Consumer<byte[], byte[]> consumer, final Uuid id) {
        consumer.assign(List.of(partition));
        final long start = Objects.requireNonNull(
                consumer.beginningOffsets(List.of(partition)).get(partition));
        final long end =
                Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
        final long now = System.nanoTime();
        final boolean isOverfull = uncounted > 0 && offsets.size() < MOST_IDS / 2;
        if (!id.equals(topic) || start > first || end < next || now - updatedAt > LIFE_NANOS || isOverfull) {
            topic = id;
            offsets.clear();
            uncounted = 0;
            first = start;
            next = start;
        }
        read(consumer, next, end, this::add);
        next = end;
        updatedAt = now;
    }

    private void add(final ConsumerRecord<byte[], byte[]> read) {
        final String id = MessageRecords.text(read.key());
        if (id == null) {
            return;
        }
        if (read.value() == null) {
            if (offsets.remove(id) == null) {
                uncounted = Math.max(0, uncounted - 1);
            }
        } else if (offsets.containsKey(id) || offsets.size() < MOST_IDS) {
            offsets.put(id, read.offset());
        } else {
            uncounted++;
        }
    }

    /** Receives records in the order of the log. */
    private interface Reading {

        void read(ConsumerRecord<byte[], byte[]> read);
    }

    private void read(final Consumer<byte[], byte[]> consumer, final long from, final long to, final Reading reading) {
        consumer.seek(partition, from);
        long deadline = System.nanoTime() + limit.toNanos();
        while (consumer.position(partition) < to) {
            for (final ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
                if (each.offset() < to) {
                    reading.read(each);
                }
                deadline = System.nanoTime() + limit.toNanos();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new TimeoutException("The dead letters cannot be read from Kafka.");
            }
        }
    }

    /** Returns the approximate number of dead letters. */
    synchronized long count(final Consumer<byte[], byte[]> consumer, final Uuid id) {
        update(consumer, id);
        return offsets.size() + uncounted;
    }

    /** Returns true if a dead letter exists. */
    synchronized boolean contains(final Consumer<byte[], byte[]> consumer, final Uuid id, final String letter) {
        update(consumer, id);
        return offsets.containsKey(letter);
    }

    /** Returns the record of a dead letter; null if there is none. */
    synchronized @Nullable ConsumerRecord<byte[], byte[]> find(
            final Consumer<byte[], byte[]> consumer, final Uuid id, final String letter) {
        update(consumer, id);
        final Long offset = offsets.get(letter);
        if (offset == null) {
            return null;
        }
        final List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        read(consumer, offset, offset + 1, found::add);
        return found.isEmpty() ? null : found.get(0);
    }

    /** Returns the records of the oldest dead letters. */
    synchronized List<ConsumerRecord<byte[], byte[]>> list(
            final Consumer<byte[], byte[]> consumer, final Uuid id, final int most) {
        update(consumer, id);
        final List<Long> wanted = offsets.values().stream().limit(most).toList();
        final Map<Long, ConsumerRecord<byte[], byte[]>> found = new HashMap<>();
        if (!wanted.isEmpty()) {
            final Set<Long> set = Set.copyOf(wanted);
            read(consumer, Collections.min(wanted), Collections.max(wanted) + 1, each -> {
                if (set.contains(each.offset())) {
                    found.put(each.offset(), each);
                }
            });
        }
        return wanted.stream().map(found::get).filter(Objects::nonNull).toList();
    }
}
