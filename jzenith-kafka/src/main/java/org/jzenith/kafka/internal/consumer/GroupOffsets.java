package org.jzenith.kafka.internal.consumer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.connection.KafkaFutures;

/** Asks the brokers for the positions of a group, and the ends of its topic. Safe for use by many threads. */
@CheckReturnValue
final class GroupOffsets {

    private final ReaderOptions options;
    private final KafkaConnections connections;

    GroupOffsets(final ReaderOptions options, final KafkaConnections connections) {
        this.options = options;
        this.connections = connections;
    }

    /** Returns the position of a partition, when no transaction that changes it is in progress; 0 if it has none. */
    Single<Long> committed(final int partition) {
        final TopicPartition key = new TopicPartition(options.topic(), partition);
        return KafkaFutures.single(
                        "The position of " + options + " is not known",
                        () -> connections
                                .admin()
                                .listConsumerGroupOffsets(
                                        Map.of(
                                                options.group(),
                                                new ListConsumerGroupOffsetsSpec().topicPartitions(List.of(key))),
                                        new ListConsumerGroupOffsetsOptions().requireStable(true))
                                .partitionsToOffsetAndMetadata(options.group()))
                .map(positions -> {
                    final OffsetAndMetadata position = positions.get(key);
                    return position == null ? 0L : position.offset();
                });
    }

    /** Returns about the number of records in partitions of this instance that are stored and not committed. */
    Single<Map<Integer, Long>> lag(final Collection<AssignedPartition> partitions) {
        final Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        final Map<TopicPartition, Long> committed = new HashMap<>();
        partitions.forEach(each -> {
            if (each.started) {
                latest.put(each.key, OffsetSpec.latest());
                committed.put(each.key, each.committed());
            }
        });
        return latest.isEmpty() ? Single.just(Map.<Integer, Long>of()) : lag(latest, committed);
    }

    private Single<Map<Integer, Long>> lag(
            final Map<TopicPartition, OffsetSpec> latest, final Map<TopicPartition, Long> committed) {
        return KafkaFutures.single(
                        "The lag of " + options + " is not known",
                        () -> connections
                                .admin()
                                .listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                                .all())
                .map(ends -> {
                    final Map<Integer, Long> lags = new HashMap<>();
                    ends.forEach((key, end) -> lags.put(
                            key.partition(), Math.max(0, end.offset() - Objects.requireNonNull(committed.get(key)))));
                    return lags;
                });
    }
}
