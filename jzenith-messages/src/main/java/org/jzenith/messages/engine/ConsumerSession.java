package org.jzenith.messages.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.Map;

/** For plugins: a consumer of this instance, which has some of the partitions of a topic. Safe for use by many threads. */
@CheckReturnValue
public interface ConsumerSession {

    /**
     * Stops delivery of a partition; messages that are on their way still arrive. The instance keeps the partition.
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
     * Commits: the next owner of the partition starts after this position.
     *
     * @param partition a partition that was assigned
     * @param position all messages up to it are handled, or are dead letters
     * @return completes when it is stored; fails with a {@link org.jzenith.core.lease.TermEndedException} if this instance no longer has the
     *     partition
     */
    Completable commit(int partition, long position);

    /**
     * Returns the number of messages that are stored and not committed.
     *
     * @return about this number by partition, for the partitions of this instance
     */
    Single<Map<Integer, Long>> lag();

    /**
     * Gives back all partitions. {@link PartitionListener#revoked} is called before.
     *
     * @return completes when other instances can have them
     */
    Completable close();
}
