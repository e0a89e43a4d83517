package org.jzenith.messages.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.util.List;
import org.jzenith.core.lease.Term;

/**
 * For plugins: receives the events of a consumer's partitions on this instance. Called by one thread at a time, in the order of the events;
 * must not block.
 */
@CheckReturnValue
public interface PartitionListener {

    /**
     * This instance has a partition, from the position that was committed last.
     *
     * @param partition from 0
     * @param committed the position that was committed last; 0 if none
     * @param term fences what the consumer changes elsewhere
     */
    void assigned(int partition, long committed, Term term);

    /**
     * Messages were deleted that this consumer has not handled, because no instance has read them within their retention. Called before the
     * partitions are {@link #assigned} from which they are missing.
     *
     * @param committed the position that was committed last
     * @param first the position of the oldest message that is left, or of the next one
     */
    void missed(long committed, long first);

    /**
     * Messages of a partition that this instance has, in the order of the log.
     *
     * @param partition from 0
     * @param messages at least one
     */
    void received(int partition, List<StoredMessage> messages);

    /**
     * This instance no longer has a partition. Nothing of it can be committed if it was lost. If the partition is lost while the engine waits for
     * the result of a first call, this is called again.
     *
     * @param partition from 0
     * @param lost false if the engine waits for the result, so that messages in progress can be committed
     * @return completes when nothing of the partition is in progress; waited for up to the time limit of a handler
     */
    Completable revoked(int partition, boolean lost);

    /**
     * Reading has failed. The engine tries again, with growing pauses, until the session is closed.
     *
     * @param error the cause
     */
    void failed(Throwable error);

    /** Reading works, for the first time or after a failure. */
    void recovered();
}
