package org.jzenith.kafka.internal.consumer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.Map;

/**
 * A consumer of the library with its poll thread, which reads one topic for a group. Polling goes on while partitions are paused. Methods may be
 * called on any thread and do not block.
 */
@CheckReturnValue
public interface GroupReader {

    /** Joins the group and begins to read; called once. */
    void begin();

    /** Stops delivery of a partition; records that are on their way still arrive. */
    void pause(int partition);

    /** Continues delivery of a partition. */
    void resume(int partition);

    /**
     * Commits, together with other commits of the same moment.
     *
     * @param next the offset of the first record that is not handled
     * @return fails with a {@link org.jzenith.core.lease.TermEndedException} if this instance no longer has the partition
     */
    Completable commit(int partition, long next);

    /**
     * Returns the number of records that are stored and not committed.
     *
     * @return about this number, for the partitions of this instance
     */
    Single<Map<Integer, Long>> lag();

    /**
     * Leaves the group. {@link RecordListener#revoked} is called before.
     *
     * @return completes when the thread has ended and other instances can have the partitions
     */
    Completable close();
}
