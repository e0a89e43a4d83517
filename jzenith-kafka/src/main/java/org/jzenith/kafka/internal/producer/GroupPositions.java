package org.jzenith.kafka.internal.producer;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The positions of a group that a transaction commits (KIP-447).
 *
 * @param next the first record of each partition that is not handled
 * @param member the member of the group that has the partitions; the brokers refuse one that no longer has
 */
public record GroupPositions(Map<TopicPartition, OffsetAndMetadata> next, ConsumerGroupMetadata member) {

    /** Copies the positions. */
    public GroupPositions {
        next = Map.copyOf(next);
    }
}
