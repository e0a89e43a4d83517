package org.jzenith.kafka.internal.consumer;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.jzenith.kafka.internal.connection.KafkaErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits positions of the partitions that a consumer of the library has, one commit after the other. Belongs to the poll thread. */
final class PositionCommitter {

    private static final Logger LOGGER = LoggerFactory.getLogger(PositionCommitter.class);

    private final ReaderOptions options;
    private final Consumer<byte[], byte[]> consumer;
    private final CommitQueue queue;
    private final IntFunction<@Nullable AssignedPartition> partitions;
    private final boolean inTransactions;
    private @Nullable Uuid topicId;
    private boolean committing;

    /** @param inTransactions true if others commit the positions of records, in transactions */
    PositionCommitter(
            final ReaderOptions options,
            final Consumer<byte[], byte[]> consumer,
            final CommitQueue queue,
            final IntFunction<@Nullable AssignedPartition> partitions,
            final boolean inTransactions) {
        this.options = options;
        this.consumer = consumer;
        this.queue = queue;
        this.partitions = partitions;
        this.inTransactions = inTransactions;
    }

    void setTopicId(final Uuid id) {
        topicId = id;
    }

    /** Commits what waits, if no commit is in progress. */
    void commitWaiting() {
        if (committing) {
            return;
        }
        final Map<Integer, CommitQueue.Commit> batch = take();
        if (batch.isEmpty()) {
            return;
        }
        committing = true;
        consumer.commitAsync(positions(batch), (offsets, error) -> {
            committing = false;
            end(batch, error);
        });
    }

    /** Commits what waits, and waits for the result; returns false if it failed. */
    boolean commitNow(final Duration limit) {
        final Map<Integer, CommitQueue.Commit> batch = take();
        if (batch.isEmpty()) {
            return true;
        }
        try {
            commitSync(positions(batch), limit);
            end(batch, null);
            return true;
        } catch (final RuntimeException e) {
            end(batch, e);
            return false;
        }
    }

    /**
     * Commits positions after the ends of transactions, which are not records, so that a group that has handled all records has no lag.
     *
     * @param all partitions that this instance has
     */
    void passEnds(final Collection<AssignedPartition> all) {
        final Map<TopicPartition, OffsetAndMetadata> ends = committing ? Map.of() : ends(all);
        if (inTransactions) {
            passed(all, ends); // such a commit could arrive after that of a later transaction
        } else if (!ends.isEmpty()) {
            committing = true;
            consumer.commitAsync(ends, (offsets, error) -> {
                committing = false;
                if (error == null) {
                    passed(all, ends);
                }
            });
        }
    }

    /** Does the same, and waits for the result. */
    void passEndsNow(final Collection<AssignedPartition> all, final Duration limit) {
        final Map<TopicPartition, OffsetAndMetadata> ends = ends(all);
        if (!inTransactions && !ends.isEmpty()) {
            try {
                commitSync(ends, limit);
                passed(all, ends);
            } catch (final KafkaException e) {
                LOGGER.debug("The ends of transactions were not committed.", e);
            }
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> ends(final Collection<AssignedPartition> all) {
        final Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
        for (final AssignedPartition each : all) {
            if (each.started && !each.stopped && each.committed() == each.given) {
                final long position = positionOf(each.key);
                if (position > each.given) {
                    ends.put(each.key, position(each, position));
                }
            }
        }
        return ends;
    }

    /** Returns 0 while the library does not know the position. */
    private long positionOf(final TopicPartition key) {
        try {
            return GroupAssignment.ask(() -> consumer.position(key, Duration.ZERO));
        } catch (final KafkaException | IllegalStateException e) {
            return 0;
        }
    }

    private static void passed(
            final Collection<AssignedPartition> all, final Map<TopicPartition, OffsetAndMetadata> ends) {
        all.forEach(each -> {
            final OffsetAndMetadata end = ends.get(each.key);
            if (end != null) {
                each.given = Math.max(each.given, end.offset());
                each.committed(end.offset());
            }
        });
    }

    /**
     * Commits the first positions of partitions, and waits for the result.
     *
     * @param ends of partitions that other members may have
     * @param first partitions of this member, with their terms
     */
    void commitFirst(
            final Map<TopicPartition, Long> ends, final Collection<AssignedPartition> first, final Duration limit) {
        final Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        ends.forEach((key, end) -> positions.put(key, position(end, Objects.requireNonNull(topicId), 0)));
        first.forEach(each -> positions.put(each.key, position(each, each.committed())));
        commitSync(positions, limit);
        first.forEach(queue::begin);
    }

    private void commitSync(final Map<TopicPartition, OffsetAndMetadata> positions, final Duration limit) {
        try {
            consumer.commitSync(positions, limit);
        } catch (final WakeupException e) {
            consumer.commitSync(positions, limit); // the wake-up was meant for a poll that has ended
        }
    }

    /** Takes what waits, without partitions that this instance does not have. */
    private Map<Integer, CommitQueue.Commit> take() {
        final Map<Integer, CommitQueue.Commit> batch = new HashMap<>(queue.take());
        batch.entrySet().removeIf(each -> {
            final AssignedPartition held = partitions.apply(each.getKey());
            final boolean isForeign = held == null || !held.started;
            if (isForeign) {
                each.getValue().end(queue.ended(each.getKey()));
            }
            return isForeign;
        });
        return batch;
    }

    private Map<TopicPartition, OffsetAndMetadata> positions(final Map<Integer, CommitQueue.Commit> batch) {
        final Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        batch.forEach((partition, commit) -> {
            final AssignedPartition held = Objects.requireNonNull(partitions.apply(partition));
            positions.put(held.key, position(held, commit.next()));
        });
        return positions;
    }

    private OffsetAndMetadata position(final AssignedPartition of, final long next) {
        return position(next, Objects.requireNonNull(topicId), of.term);
    }

    /** Returns a position with the id of its topic, and the term of its partition. */
    static OffsetAndMetadata position(final long next, final Uuid topicId, final long term) {
        return new OffsetAndMetadata(next, Optional.empty(), PositionMetadata.text(topicId, term));
    }

    private void end(final Map<Integer, CommitQueue.Commit> batch, final @Nullable Exception error) {
        batch.forEach((partition, commit) -> {
            final AssignedPartition held = partitions.apply(partition);
            if (error == null) {
                if (held != null) {
                    held.committed(commit.next());
                }
                commit.end(null);
            } else {
                commit.end(
                        held == null
                                ? queue.ended(partition)
                                : KafkaErrors.typed("Committing the position of " + options + " failed", error));
            }
        });
    }
}
