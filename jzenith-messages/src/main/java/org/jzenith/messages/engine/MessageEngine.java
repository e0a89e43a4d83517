package org.jzenith.messages.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;

/**
 * For plugins: keeps the logs of topics, and shares their partitions among the instances of the application. A plugin adds its engine to the
 * {@linkplain #binder set}; the setting {@code messages.TOPIC.over} chooses the engine by name.
 *
 * <p>Methods are called on event loops and must not block. Nothing is sent before the returned type is subscribed to. While the engine is
 * unavailable, calls fail with a {@link org.jzenith.core.problem.TemporarilyUnavailable}. Safe for use by many threads.
 */
@CheckReturnValue
public interface MessageEngine {

    /**
     * Returns the set to which a module adds its engine.
     *
     * @param binder the binder of the module
     * @return the set of the application's engines
     */
    static Multibinder<MessageEngine> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, MessageEngine.class);
    }

    /**
     * Returns the value of {@code messages.TOPIC.over} that chooses this engine.
     *
     * @return the name of the engine's plugin, such as {@code postgresql}
     */
    String name();

    /**
     * Creates a topic, or checks that the existing one has the same number of partitions. Called before other calls for the topic, while the
     * application starts.
     *
     * @param topic the topic
     * @return completes when the topic is open; fails with a {@link org.jzenith.core.problem.StartException} if the number of partitions
     *     differs
     */
    Completable open(TopicDefinition topic);

    /**
     * Stores all messages or none, in the order of the list.
     *
     * @param topic the name of an open topic
     * @param messages at most 1,000
     * @param fence the term of the relay that sends them, or null. The engine remembers the highest term of each lease, and refuses a lower one
     *     with a {@link org.jzenith.core.lease.TermEndedException}
     * @return completes when they are stored
     */
    Completable append(String topic, List<NewMessage> messages, @Nullable Term fence);

    /**
     * Starts a consumer on this instance. The instances with the same consumer share the partitions; each partition belongs to one instance at
     * a time.
     *
     * @param topic the name of an open topic
     * @param consumer the name of the consumer
     * @param listener receives its partitions and messages
     * @return the session, which reads until it is closed
     */
    ConsumerSession consume(String topic, String consumer, PartitionListener listener);

    /**
     * Reads all messages of a topic until the subscriber disposes. Messages of the same partition arrive in order.
     *
     * @param topic the name of an open topic
     * @param after a {@link FollowedMessage#position}; null for messages that are stored from now on
     * @return the messages, as the subscriber requests them. Fails with a {@link org.jzenith.messages.error.PositionLostException} if messages
     *     after the position were deleted, or the log never issued the position. Fails with other errors while the engine is unavailable
     */
    Flowable<FollowedMessage> follow(String topic, @Nullable String after);

    /**
     * Returns the position of the end of the log.
     *
     * @param topic the name of an open topic
     * @return the {@link FollowedMessage#position}; following from it gives the messages that are stored from now on
     */
    Single<String> end(String topic);

    /**
     * Returns the dead letters.
     *
     * @return the dead letters of all topics of this engine
     */
    DeadLetterStore deadLetters();

    /**
     * Starts the engine's background work, such as renewing leases. Called when the application starts its own background work.
     *
     * @return completes when it has started
     */
    Completable begin();

    /**
     * Stops the engine. Called after all sessions are closed.
     *
     * @return completes when the engine has stopped
     */
    Completable close();
}
