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
     * Called when this instance gets a partition, which it reads from the last committed position.
     *
     * @param partition the number of the partition, from 0
     * @param committed the last committed position; 0 if none
     * @param term the fencing token for changes that the consumer makes in other systems
     */
    void assigned(int partition, long committed, Term term);

    /**
     * Called when messages were deleted before this consumer handled them, because no instance read them within their retention. The affected
     * partitions are {@link #assigned} after this call.
     *
     * @param committed the last committed position
     * @param first the position of the oldest remaining message; of the next message if none remains
     */
    void missed(long committed, long first);

    /**
     * Called with messages of a partition that this instance has, in the order of the log.
     *
     * @param partition the number of the partition, from 0
     * @param messages at least one message
     */
    void received(int partition, List<StoredMessage> messages);

    /**
     * Called when this instance has to give up a partition, or has lost it. A lost partition accepts no commits. If a partition is lost while
     * the engine waits for the result of the first call, the engine calls this method again.
     *
     * @param partition the number of the partition, from 0
     * @param lost false if the engine waits for the result, so that messages in progress can be committed
     * @return completes when no message of the partition is in progress; the engine waits up to the time limit of a handler
     */
    Completable revoked(int partition, boolean lost);

    /**
     * Called when reading has failed. The engine retries with growing pauses until the session is closed.
     *
     * @param error the cause
     */
    void failed(Throwable error);

    /** Called when reading works for the first time, or again after a failure. */
    void recovered();
}
