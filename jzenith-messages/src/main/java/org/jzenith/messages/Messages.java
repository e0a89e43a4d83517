package org.jzenith.messages;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Publishes messages. Injectable where the application has {@code MessagesPlugin}; safe for use by many threads.
 *
 * <pre>{@code
 * messages.publish(ORDERS, new OrderPlaced(id, customer))
 * }</pre>
 *
 * <p>To publish with a change of the database, both or neither, use the {@code Outbox} of {@code jzenith-messages-sql}.
 */
@CheckReturnValue
public interface Messages {

    /**
     * Publishes a message. The trace of the current request goes with it, so that the consumers continue it.
     *
     * @param topic a topic that the plugin knows
     * @param value the message
     * @param <T> the class of the message
     * @return completes when the engine has stored it. Nothing is sent before the subscription. A message may have been stored also if this fails
     *     because the engine did not answer
     * @throws IllegalArgumentException if the plugin does not know the topic
     */
    <T> Completable publish(Topic<T> topic, T value);

    /**
     * Publishes a message with headers.
     *
     * @param topic a topic that the plugin knows
     * @param value the message
     * @param headers text by name; names that begin with {@code jzenith-} are jZenith's own
     * @param <T> the class of the message
     * @return as {@link #publish(Topic, Object)}
     * @throws IllegalArgumentException if the plugin does not know the topic, or a header has a name of jZenith's own
     */
    <T> Completable publish(Topic<T> topic, T value, Map<String, String> headers);

    /**
     * Follows a topic: each subscriber gets all messages, as opposed to a consumer, whose instances share them. All subscribers of a topic on
     * this instance share one subscription to the engine. Retried and failed messages do not matter here.
     *
     * @param topic a topic that the plugin knows
     * @param after the {@link Followed#position} after which to start, from whatever instance; null for the messages that are published from
     *     now on
     * @param <T> the class of the messages
     * @return the messages in the order of the engine's log, as the subscriber requests them, on the event loop from which it was
     *     subscribed. It goes on after an outage, and completes when the application stops. If the log no longer has what follows the
     *     position, or never issued it, the first element is a {@link Followed.Reset}; a subscriber that is so slow that its place in the log
     *     is gone gets one, too
     */
    <T> Flowable<Followed<T>> follow(Topic<T> topic, @Nullable String after);
}
