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
 * For plugins: a store of logs, from which {@code org.jzenith.messages.log.LogEngine} creates an engine. The positions of a topic rise over all
 * its partitions, in the order in which readers can see the messages: a reader that has seen a position has seen all lower ones. The conventions
 * of {@link MessageEngine} apply.
 */
@CheckReturnValue
public interface LogStore {

    /**
     * The state of a log.
     *
     * @param incarnation 1 to 16 letters and digits, random at the creation of the log: another value says that it was created again
     * @param first the position after the highest one that was deleted; 1 if none was
     * @param last the highest position that was given; 0 if none
     */
    record LogState(String incarnation, long first, long last) {}

    /**
     * Returns the name of the engine.
     *
     * @return such as {@code postgresql}
     */
    String name();

    /**
     * Creates a topic, or checks that it is as it was created.
     *
     * @param topic the topic
     * @return as {@link MessageEngine#open}
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
     * Reads messages of some partitions, in one step.
     *
     * @param topic the name of the topic
     * @param after the position before the first message, by partition; other partitions are not read
     * @param most the maximum number of messages of all partitions
     * @param mostBytes the maximum size of all bodies and headers, except that one message is always returned
     * @return in the order of positions; empty only if none of the partitions has one
     */
    Single<List<StoredMessage>> read(String topic, Map<Integer, Long> after, int most, long mostBytes);

    /**
     * Reads messages of all partitions.
     *
     * @param topic the name of the topic
     * @param after the position before the first message
     * @param most the maximum number of messages
     * @param mostBytes the maximum size of all bodies and headers, except that one message is always returned
     * @return in the order of positions; empty only if there are none
     */
    Single<List<StoredMessage>> readAll(String topic, long after, int most, long mostBytes);

    /**
     * Returns the state of a log.
     *
     * @param topic the name of the topic
     * @return fails with a {@link org.jzenith.messages.error.TopicLostException} if there is no such log
     */
    Single<LogState> state(String topic);

    /**
     * Counts messages.
     *
     * @param topic the name of the topic
     * @param positions by partition, the position after which to count
     * @return about the number by partition
     */
    Single<Map<Integer, Long>> count(String topic, Map<Integer, Long> positions);

    /**
     * Returns the positions that a consumer has committed.
     *
     * @param topic the name of the topic
     * @param consumer the name of the consumer
     * @return by partition, without those that have none
     */
    Single<Map<Integer, Long>> committed(String topic, String consumer);

    /**
     * Commits a position.
     *
     * @param topic the name of the topic
     * @param consumer the name of the consumer
     * @param partition the partition
     * @param position all messages up to it are handled
     * @param term the term of the partition's lease in {@link #leases}
     * @return fails with a {@link org.jzenith.core.lease.TermEndedException} if the term has ended
     */
    Completable commit(String topic, String consumer, int partition, long position, Term term);

    /**
     * Returns the command with which an operator deletes the positions of a consumer, so that it starts with the oldest message.
     *
     * @param topic the name of the topic
     * @param consumer the name of the consumer
     * @return for an error's text, such as a statement of SQL
     */
    String resetCommand(String topic, String consumer);

    /**
     * Returns the topics that have new messages. It may miss some, so the engine also looks by itself every 5 s.
     *
     * @return the names of topics; neither fails nor completes
     */
    Flowable<String> arrivals();

    /**
     * Deletes messages that are older than the retention of their topic, as many as take little time. Called about once a minute, on one or more
     * instances.
     *
     * @param topic the topic
     * @return completes when they are deleted
     */
    Completable trim(TopicDefinition topic);

    /**
     * Returns the leases of the partitions.
     *
     * @return the store of leases, by the same clock
     */
    LeaseStore leases();

    /**
     * Returns the dead letters.
     *
     * @return the store of all topics
     */
    DeadLetterStore deadLetters();
}
