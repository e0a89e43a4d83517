package org.jzenith.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A consumer group of a topic, to which all instances of the application belong. Each partition is read by one instance at a time, one record
 * after the other. Partitions are read in parallel. Positions are committed after handlers have completed. After a crash, the records since the
 * last commit are delivered again.
 *
 * <p>Immutable: every {@code with} method returns another object with the change. Safe for use by many threads.
 *
 * @param <V> the class of the values
 */
@CheckReturnValue
public interface KafkaGroup<V> {

    /**
     * Sets the time limit of each attempt to handle a record. jZenith disposes a longer attempt, which counts as failed. In a transaction with
     * several records, the same happens when the transaction reaches {@code kafka.transaction.timeout}.
     *
     * @param limit at least 1 ms; 30 s by default
     * @return a group with this change
     */
    KafkaGroup<V> withTimeout(Duration limit);

    /**
     * Sets the pause after the first failed attempt. Each further pause is twice as long, up to 1 min.
     *
     * @param pause at least 1 ms; 1 s by default
     * @return a group with this change
     */
    KafkaGroup<V> withRetryPause(Duration pause);

    /**
     * Copies records that cannot be handled to another topic, the dead topic, and continues with the next record. A record whose value cannot
     * be read is copied after the first attempt. Without a dead topic, a failed record is retried until it succeeds, and its partition waits.
     *
     * @param topic the name of an existing topic other than this one
     * @param attempts the number of attempts to handle a record before it is copied; at least 1
     * @return a group with this change
     */
    KafkaGroup<V> withDeadTopic(String topic, int attempts);

    /**
     * Makes a group without committed positions start at the end of the topic, not at the beginning. Partitions that are added to the topic
     * later are still read from the beginning. Brokers forget the commits of a group without members after {@code offsets.retention.minutes}, 7
     * days by default; then it starts at the end again.
     *
     * @return a group with this change
     */
    KafkaGroup<V> fromLatest();

    /**
     * Handles the records once the application is ready, until it stops. Call this method once, for example in the constructor of a singleton.
     * Each attempt has its own request context, deadline and trace. When the application stops, handlers in progress have {@code
     * jzenith.drain-timeout} to complete; other instances handle the rest.
     *
     * @param handler called on an event loop; must not block
     * @throws IllegalStateException if the application already handles this group of the topic, or is stopping
     */
    void handle(Function<? super KafkaRecord<V>, Completable> handler);

    /**
     * Handles the records like {@link #handle}, but in batches of waiting records of the same partition. This costs less processor time per
     * record. Each batch has its own request context, deadline and trace. If a batch fails, its records are handled again after the {@linkplain
     * #withRetryPause pause}, each in its own batch. So only the record that fails is retried, or copied to the {@linkplain #withDeadTopic dead
     * topic}. The failure of a batch of several records does not count as an attempt.
     *
     * @param handler called on an event loop with an unmodifiable list of 1 to 500 records in their order; must not block. A batch with 1 MiB
     *     of keys, values and headers takes no further record
     * @throws IllegalStateException if the application already handles this group of the topic, or is stopping
     */
    void handleBatches(Function<? super List<KafkaRecord<V>>, Completable> handler);

    /**
     * Handles the records like {@link #handle}, but in transactions. A transaction stores the records that the handler sends with the {@link
     * KafkaTransaction}, and commits the position of the handled record: both or neither. The same applies to the copy of a record in a dead
     * topic. If no broker confirms a commit, the partition waits until the brokers say whether it happened. A transaction can include several
     * records. If it is aborted, each of them is handled again in a separate transaction.
     *
     * <p>Each partition on this instance needs its own producer, with two threads and a connection to each broker. {@code
     * kafka.transaction.pool-size} does not limit these producers. Their transactional ids are {@code GROUP/TOPIC/PARTITION}.
     *
     * @param handler called on an event loop; must not block
     * @throws IllegalStateException if the application already handles this group of the topic, or is stopping; or if {@link #withTimeout} is not
     *     shorter than {@code kafka.transaction.timeout}
     */
    void handleInTransaction(BiFunction<? super KafkaRecord<V>, ? super KafkaTransaction, Completable> handler);
}
