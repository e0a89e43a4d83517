package org.jzenith.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A group of consumers of a topic. A partition is read by one instance at a time, one record after the other; partitions are read in parallel.
 * The position is committed after handlers have completed; after a crash, records since the last commit are delivered again.
 *
 * <p>Immutable: every {@code with} method returns another object with the change. Safe for use by many threads.
 *
 * @param <V> the class of the values
 */
@CheckReturnValue
public interface KafkaGroup<V> {

    /**
     * Sets the time limit of one run of a handler. A longer run is disposed and counts as failed.
     *
     * @param limit 30 s by default
     * @return a group with this change
     */
    KafkaGroup<V> withTimeout(Duration limit);

    /**
     * Sets the pause after the first failure of a record; after each further one it is twice as long, up to 1 min.
     *
     * @param pause 1 s by default
     * @return a group with this change
     */
    KafkaGroup<V> withRetryPause(Duration pause);

    /**
     * Copies a record that failed too often, or whose value cannot be read, to another topic, and goes on with the next one. Without this, a
     * record that fails is tried for ever, and its partition waits.
     *
     * @param topic the name of a topic that exists
     * @param attempts at least 1
     * @return a group with this change
     */
    KafkaGroup<V> withDeadTopic(String topic, int attempts);

    /**
     * Skips the records that were sent before the group existed. By default a new group reads all that the topic keeps.
     *
     * @return a group with this change
     */
    KafkaGroup<V> fromLatest();

    /**
     * Handles the records from the time when the application is ready until it stops; called once, for example in the constructor of a
     * singleton. Each record is handled by work with its own request context, deadline and trace. When the application stops, handlers in
     * progress have {@code jzenith.drain-timeout} to complete; other instances get the rest.
     *
     * @param handler called on an event loop; must not block
     * @throws IllegalStateException if this application already handles the group, or stops
     */
    void handle(Function<? super KafkaRecord<V>, Completable> handler);

    /**
     * Handles the records as {@link #handle} does, each in a transaction: what the handler sends and the commit of the record both happen, or
     * neither.
     *
     * @param handler called on an event loop; must not block
     * @throws IllegalStateException if this application already handles the group, or stops
     */
    void handleInTransaction(BiFunction<? super KafkaRecord<V>, ? super KafkaTransaction, Completable> handler);
}
