package org.jzenith.messages.kafka;

import io.reactivex.Completable;
import java.util.Map;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.kafka.internal.producer.GroupPositions;

/**
 * Stores the highest term of a lease as the committed offset of a consumer group without members. A relay commits this offset in the same
 * transaction as its messages. Safe for use by many threads.
 */
final class RelayFence {

    private final AdminCalls admin;
    private final String name;
    private final TopicPartition marker;

    RelayFence(final AdminCalls admin, final String topic, final Term lease) {
        this.admin = admin;
        this.name = name(topic, lease);
        this.marker = new TopicPartition(topic, 0);
    }

    /** Returns the name of the group, which is also the producer's transactional id. */
    static String name(final String topic, final Term lease) {
        return topic + ".relay." + lease.group() + "/" + lease.slot();
    }

    /** Returns the offset to commit in a transaction. */
    @SuppressWarnings("removal") // the library has no other metadata for a group without members
    GroupPositions positions(final Term term) {
        return new GroupPositions(
                Map.of(marker, new OffsetAndMetadata(term.number())), new ConsumerGroupMetadata(name));
    }

    /**
     * Reads the highest term after transactions in progress have ended. Fails with a {@link TermEndedException} if it is higher than the given
     * term.
     */
    Completable require(final Term term) {
        return admin.call(
                        "The term of the relay '" + name + "' cannot be read",
                        client -> client.listConsumerGroupOffsets(
                                        name,
                                        new ListConsumerGroupOffsetsOptions()
                                                .requireStable(true)
                                                .timeoutMs(admin.timeoutMillis()))
                                .partitionsToOffsetAndMetadata(name))
                .doOnSuccess(found -> {
                    final OffsetAndMetadata highest = found.get(marker);
                    if (highest != null && highest.offset() > term.number()) {
                        throw new TermEndedException(term);
                    }
                })
                .ignoreElement();
    }
}
