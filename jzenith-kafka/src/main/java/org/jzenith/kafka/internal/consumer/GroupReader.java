package org.jzenith.kafka.internal.consumer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.Map;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.internal.connection.KafkaConnections;

/**
 * A consumer of the library with its poll thread, which reads one topic for a group. Polling goes on while partitions are paused. Methods may be
 * called on any thread and do not block.
 */
@CheckReturnValue
public final class GroupReader {

    /**
     * Creates a reader that has not begun.
     *
     * @param loop calls the listener
     */
    public GroupReader(
            final ReaderOptions options,
            final KafkaConnections connections,
            final EventLoopContext loop,
            final RecordListener listener) {}

    /** Joins the group and begins to read; called once. */
    public void begin() {}

    /** Stops delivery of a partition; records that are on their way still arrive. */
    public void pause(final int partition) {}

    /** Continues delivery of a partition. */
    public void resume(final int partition) {}

    /**
     * Commits, together with other commits of the same moment.
     *
     * @param next the offset of the first record that is not handled
     * @return fails with a {@link org.jzenith.core.lease.TermEndedException} if this instance no longer has the partition
     */
    public Completable commit(final int partition, final long next) {
        return Completable.error(new UnsupportedOperationException(partition + "@" + next));
    }

    /**
     * Returns the number of records that are stored and not committed.
     *
     * @return about this number, for the partitions of this instance
     */
    public Single<Map<Integer, Long>> lag() {
        return Single.just(Map.of());
    }

    /**
     * Leaves the group. {@link RecordListener#revoked} is called before.
     *
     * @return completes when the thread has ended and other instances can have the partitions
     */
    public Completable close() {
        return Completable.complete();
    }
}
