package org.jzenith.kafka.internal.consumer;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.error.OffsetLostException;

/** Finds positions whose records the log does not have: skips what was deleted, or says what to do. Belongs to the poll thread. */
final class LostOffsets {

    private final ReaderOptions options;
    private final Consumer<byte[], byte[]> consumer;
    private final EventLoopContext loop;
    private final RecordListener listener;

    LostOffsets(
            final ReaderOptions options,
            final Consumer<byte[], byte[]> consumer,
            final EventLoopContext loop,
            final RecordListener listener) {
        this.options = options;
        this.consumer = consumer;
        this.loop = loop;
        this.listener = listener;
    }

    /** Forgets positions of an earlier topic, and replaces those before the first record. */
    void skip(final Map<TopicPartition, OffsetAndMetadata> committed, final Uuid id) {
        committed.values().removeIf(each -> PositionMetadata.of(each).isOfOtherTopic(id));
        final Map<TopicPartition, Long> first = committed.isEmpty() ? Map.of() : first(committed.keySet());
        committed.replaceAll((key, known) -> {
            final long oldest = Objects.requireNonNull(first.get(key));
            if (known.offset() >= oldest) {
                return known;
            }
            tellMissed(key, known.offset(), oldest);
            return new OffsetAndMetadata(oldest, known.metadata());
        });
    }

    /** Goes on with the oldest record, if the next one was deleted and the options allow it. */
    boolean isSkipped(final TopicPartition key, final long next) {
        if (!options.skipsDeleted()) {
            return false;
        }
        final long first = Objects.requireNonNull(first(Set.of(key)).get(key));
        if (next >= first) {
            return false;
        }
        tellMissed(key, next, first);
        consumer.seek(key, first);
        return true;
    }

    private Map<TopicPartition, Long> first(final Set<TopicPartition> keys) {
        return GroupAssignment.ask(() -> consumer.beginningOffsets(keys, GroupAssignment.ANSWER));
    }

    private void tellMissed(final TopicPartition key, final long next, final long first) {
        loop.runUnlessTerminated(() -> listener.missed(key.partition(), next, first));
    }

    OffsetLostException ofOtherTopic(final TopicPartition key, final long offset) {
        return new OffsetLostException("The group '" + options.group() + "' has committed the offset " + offset
                + " of the partition " + key
                + " before the topic was deleted and created again. jZenith does not read the partition. "
                + remedy(key));
    }

    OffsetLostException outOfRange(final TopicPartition key, final long offset) {
        return new OffsetLostException("The group '" + options.group() + "' continues at the offset " + offset
                + " of the partition " + key + ", but " + kept(key)
                + " jZenith does not read the partition any more, so that no records are skipped silently. "
                + remedy(key));
    }

    private String kept(final TopicPartition key) {
        try {
            final Set<TopicPartition> one = Set.of(key);
            final long first = Objects.requireNonNull(first(one).get(key));
            final long end =
                    Objects.requireNonNull(GroupAssignment.ask(() -> consumer.endOffsets(one, GroupAssignment.ANSWER))
                            .get(key));
            return "the log keeps the offsets " + first + " to " + (end - 1) + ".";
        } catch (final KafkaException e) {
            return "the log no longer has this offset.";
        }
    }

    private String remedy(final TopicPartition key) {
        return "Stop all instances, choose a position with kafka-consumer-groups.sh --bootstrap-server .. --group "
                + options.group() + " --topic " + key.topic() + ":" + key.partition()
                + " --reset-offsets --to-earliest --execute, and start the instances again.";
    }
}
