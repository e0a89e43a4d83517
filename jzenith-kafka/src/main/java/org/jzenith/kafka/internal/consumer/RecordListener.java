package org.jzenith.kafka.internal.consumer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Receives the partitions and records of a {@link GroupReader}, on its event loop, in the order of the events; must not block. */
@CheckReturnValue
public interface RecordListener {

    /**
     * This instance has a partition.
     *
     * @param next the offset of the first record to handle
     * @param term is committed with the position, and rises with each owner of the partition; 0 if the options want no terms
     */
    void assigned(int partition, long next, long term);

    /**
     * Records were deleted that the group has not handled. Called before the partition is {@link #assigned}, or while it is read, if the options
     * say that the reader skips them.
     *
     * @param next the offset at which the group wanted to go on
     * @param first the offset of the oldest record that is left
     */
    default void missed(final int partition, final long next, final long first) {}

    /**
     * Records of a partition that this instance has, in order.
     *
     * @param records at least one
     * @param size the bytes of their keys, values and headers
     */
    void received(int partition, List<ConsumerRecord<byte[], byte[]>> records, long size);

    /**
     * This instance no longer has a partition.
     *
     * @param lost true if nothing of it can be committed any more; false if the reader waits for the result
     * @return completes when nothing of the partition is in progress
     */
    Completable revoked(int partition, boolean lost);

    /** Returns true if positions are committed in transactions, and {@link GroupReader#committed(int, long)} is called then. */
    default boolean commitsInTransactions() {
        return false;
    }

    /** Reading has failed; it is tried again with growing pauses. */
    void failed(Throwable error);

    /** Reading works, for the first time or again. */
    void recovered();
}
