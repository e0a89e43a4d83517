package org.jzenith.messages.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.Map;

/** For plugins: a consumer on this instance, to which some partitions of a topic are assigned. Safe for use by many threads. */
@CheckReturnValue
public interface ConsumerSession {

    /**
     * Pauses delivery of a partition; messages that are on their way still arrive. The instance keeps the partition.
     *
     * @param partition a partition that was assigned
     */
    void pause(int partition);

    /**
     * Continues delivery of a partition.
     *
     * @param partition a partition that was assigned
     */
    void resume(int partition);

    /**
     * Commits a position, after which the next owner of the partition starts.
     *
     * @param partition a partition that was assigned
     * @param position the position up to which all messages are handled, or are dead letters
     * @return completes when the position is stored; fails with a {@link org.jzenith.core.lease.TermEndedException} if this instance no longer
     *     has the partition
     */
    Completable commit(int partition, long position);

    /**
     * Returns the number of stored messages after the committed positions.
     *
     * @return the approximate number by partition, for the partitions of this instance
     */
    Single<Map<Integer, Long>> lag();

    /**
     * Gives up all partitions, after calling {@link PartitionListener#revoked} for each.
     *
     * @return completes when other instances can take them
     */
    Completable close();
}
