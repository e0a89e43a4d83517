package org.jzenith.messages;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Publishes messages. Injectable in applications with {@code MessagesPlugin}; safe for use by many threads.
 *
 * <pre>{@code
 * messages.publish(ORDERS, new OrderPlaced(id, customer))
 * }</pre>
 *
 * <p>To publish a message in the transaction that changes the database, use the {@code Outbox} of {@code jzenith-messages-sql}.
 */
@CheckReturnValue
public interface Messages {

    /**
     * Publishes a message. Consumers continue the trace of the current request.
     *
     * @param topic a topic that the plugin knows
     * @param value the message
     * @param <T> the class of the message
     * @return completes when the engine has stored the message; nothing is sent before the subscription. Fails with a {@link
     *     org.jzenith.core.problem.TemporarilyUnavailable} while the engine is unavailable, and with a {@link
     *     org.jzenith.messages.error.MessageTooLargeException} if the message is larger than the settings allow. If the engine does not
     *     respond, the message may still have been stored
     * @throws IllegalArgumentException if the plugin does not know the topic
     */
    <T> Completable publish(Topic<T> topic, T value);

    /**
     * Publishes a message with headers.
     *
     * @param topic a topic that the plugin knows
     * @param value the message
     * @param headers the headers by name; names that start with {@code jzenith-} are reserved
     * @param <T> the class of the message
     * @return the same as {@link #publish(Topic, Object)}
     * @throws IllegalArgumentException if the plugin does not know the topic, or the name of a header is reserved
     */
    <T> Completable publish(Topic<T> topic, T value, Map<String, String> headers);

    /**
     * Follows a topic. Each subscriber gets all messages, unlike a consumer, whose instances share them. All subscribers of a topic on this
     * instance share one subscription to the engine. A subscriber gets each message once, even if consumers retry it.
     *
     * @param topic a topic that the plugin knows
     * @param after the {@link Followed#position} after which to start, from any instance; null for messages that are published from now on
     * @param <T> the class of the messages
     * @return the messages in the order of the engine's log, as the subscriber requests them, on the subscriber's event loop. The stream
     *     continues after an outage, and completes when the application stops. If messages after the position were deleted, or the log never
     *     issued the position, the first element is a {@link Followed.Reset}. A subscriber that is so slow that its next message was deleted
     *     also gets a reset
     */
    <T> Flowable<Followed<T>> follow(Topic<T> topic, @Nullable String after);
}
