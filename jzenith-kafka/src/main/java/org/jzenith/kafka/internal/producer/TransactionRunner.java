package org.jzenith.kafka.internal.producer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.functions.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.kafka.KafkaTransaction;

/**
 * A transactional producer of the library with an id, and the thread on which it begins, commits and aborts. Runs one transaction after the
 * other. Its first one fences the producers that had the id before, in any process, and aborts what they left. Safe for use by many threads.
 */
@CheckReturnValue
public interface TransactionRunner {

    /**
     * Runs a transaction at each subscription.
     *
     * @param work sends records; disposed if the result is
     * @param positions called when the work has completed: the positions of a group that are committed with the records; null for none
     * @return the result of the work after the commit, on the event loop that subscribes; fails after the abort. A producer that is fenced, or
     *     that the library cannot use any more, is replaced at the next transaction
     */
    <T> Single<T> run(Function<KafkaTransaction, Single<T>> work, Supplier<@Nullable GroupPositions> positions);

    /**
     * Ends the producer and its thread. A transaction in progress is aborted.
     *
     * @return completes when the thread has ended, after {@code kafka.request-timeout} at the latest
     */
    Completable close();
}
