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
     * Publishes a message. Consumers continue the trace of the current request.
     *
     * @param topic a topic that the plugin knows
     * @param value the message
     * @param <T> the class of the message
     * @return completes when the engine has stored it; nothing is sent before the subscription. It fails with a {@link
     *     org.jzenith.core.problem.TemporarilyUnavailable} while the engine is away, and with a {@link
     *     org.jzenith.messages.error.MessageTooLargeException} if the message is larger than the settings allow. If the engine did not respond, the
     *     message may have been stored nevertheless
     * @throws IllegalArgumentException if the plugin does not know the topic
     */
    <T> Completable publish(Topic<T> topic, T value);

    /**
     * Publishes a message with headers.
     *
     * @param topic a topic that the plugin knows
     * @param value the message
     * @param headers values by name; names that start with {@code jzenith-} are jZenith's own
     * @param <T> the class of the message
     * @return as {@link #publish(Topic, Object)}
     * @throws IllegalArgumentException if the plugin does not know the topic, or a header has a name of jZenith's own
     */
    <T> Completable publish(Topic<T> topic, T value, Map<String, String> headers);

    /**
     * Follows a topic: each subscriber gets all messages, as opposed to a consumer, whose instances share them. All subscribers of a topic on
     * this instance share one subscription to the engine. A message comes once, however often consumers retry it.
     *
     * @param topic a topic that the plugin knows
     * @param after the {@link Followed#position} after which to start, which any instance may have issued; null for the messages that are
     *     published from now on
     * @param <T> the class of the messages
     * @return the messages in the order of the engine's log, as the subscriber requests them, on the event loop from which it was
     *     subscribed. It continues after an outage, and completes when the application stops. If the log no longer has what follows the
     *     position, or never issued it, the first element is a {@link Followed.Reset}. A subscriber also gets one if it is so slow that the
     *     engine has deleted its next message
     */
    <T> Flowable<Followed<T>> follow(Topic<T> topic, @Nullable String after);
}
