package org.jzenith.messages.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.Term;

/**
 * For plugins: a store of logs, on which {@code org.jzenith.messages.log.LogEngine} builds an engine. Positions rise across all partitions of a
 * topic, in the order in which messages become visible: a reader that has seen a position has seen all lower ones. The conventions of {@link
 * MessageEngine} apply here, too.
 */
@CheckReturnValue
public interface LogStore {

    /**
     * The state of a log.
     *
     * @param incarnation 1 to 16 letters and digits, chosen at random when the log is created; a different value means that the log was created
     *     again
     * @param first the position after the highest deleted one; 1 if none was deleted
     * @param last the highest position of a message so far; 0 if there was no message
     */
    record LogState(String incarnation, long first, long last) {}

    /**
     * Returns the name of the engine.
     *
     * @return the name, such as {@code postgresql}
     */
    String name();

    /**
     * Creates a topic, or checks that the existing one has the same number of partitions.
     *
     * @param topic the topic
     * @return the same as {@link MessageEngine#open}
     */
    Completable open(TopicDefinition topic);

    /**
     * Stores messages; see {@link MessageEngine#append}.
     *
     * @param topic the name of the topic
     * @param messages the messages
     * @param fence the term of the relay, or null
     * @return completes when they are stored; fails with a {@link org.jzenith.messages.error.TopicLostException} if there is no such log
     */
    Completable append(String topic, List<NewMessage> messages, @Nullable Term fence);

    /**
     * Reads messages of some partitions atomically.
     *
     * @param topic the name of the topic
     * @param after the position after which to read, by partition; other partitions are not read
     * @param most the maximum number of messages from all partitions together
     * @param mostBytes the maximum size of all bodies and headers, in bytes; the first message is returned even if it is larger
     * @return the messages in the order of positions; empty only if the partitions have no messages after these positions
     */
    Single<List<StoredMessage>> read(String topic, Map<Integer, Long> after, int most, long mostBytes);

    /**
     * Reads messages of all partitions.
     *
     * @param topic the name of the topic
     * @param after the position after which to read
     * @param most the maximum number of messages
     * @param mostBytes the maximum size of all bodies and headers, in bytes; the first message is returned even if it is larger
     * @return the messages in the order of positions; empty only if there are none after this position
     */
    Single<List<StoredMessage>> readAll(String topic, long after, int most, long mostBytes);

    /**
     * Returns the state of a log.
     *
     * @param topic the name of the topic
     * @return the state; fails with a {@link org.jzenith.messages.error.TopicLostException} if there is no such log
     */
    Single<LogState> state(String topic);

    /**
     * Counts messages.
     *
     * @param topic the name of the topic
     * @param positions the position after which to count, by partition
     * @return the approximate number by partition
     */
    Single<Map<Integer, Long>> count(String topic, Map<Integer, Long> positions);

    /**
     * Returns the positions that a consumer has committed.
     *
     * @param topic the name of the topic
     * @param consumer the name of the consumer
     * @return the positions by partition; partitions without a position are omitted
     */
    Single<Map<Integer, Long>> committed(String topic, String consumer);

    /**
     * Commits a position.
     *
     * @param topic the name of the topic
     * @param consumer the name of the consumer
     * @param partition the partition
     * @param position the position up to which all messages are handled
     * @param term the term of the partition's lease in {@link #leases}
     * @return completes when the position is stored; fails with a {@link org.jzenith.core.lease.TermEndedException} if the term has ended
     */
    Completable commit(String topic, String consumer, int partition, long position, Term term);

    /**
     * Returns the command with which an operator deletes the positions of a consumer, so that the consumer starts with the oldest message.
     *
     * @param topic the name of the topic
     * @param consumer the name of the consumer
     * @return the command for the text of an error, such as an SQL statement
     */
    String resetCommand(String topic, String consumer);

    /**
     * Reports topics that have new messages. Reports can get lost, so the engine also looks for new messages every 5 s.
     *
     * @return the names of topics; neither fails nor completes
     */
    Flowable<String> arrivals();

    /**
     * Deletes messages that are older than their topic's retention. A call deletes a limited number, so that it stays short. Called about once
     * a minute, on one or more instances.
     *
     * @param topic the topic
     * @return completes when they are deleted
     */
    Completable trim(TopicDefinition topic);

    /**
     * Returns the leases of the partitions.
     *
     * @return the store of leases, which uses the same clock as this store
     */
    LeaseStore leases();

    /**
     * Returns the dead letters.
     *
     * @return the dead letters of all topics
     */
    DeadLetterStore deadLetters();
}
