package org.jzenith.messages.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.Topic;

/** For plugins: the topics that the application knows. Injectable in applications with {@code MessagesPlugin}; safe for use by many threads. */
@CheckReturnValue
public interface Topics {

    /**
     * Returns the names of the topics.
     *
     * @return the names of all topics that the application publishes, consumes or follows
     */
    Set<String> names();

    /**
     * Prepares a message for an engine, and adds the headers of the current trace.
     *
     * @param topic a topic that the application knows
     * @param value the value
     * @param headers the headers that the application sets
     * @param <T> the class of the value
     * @return the message
     * @throws IllegalArgumentException if the application does not know the topic, or the name of a header is reserved
     * @throws org.jzenith.messages.error.MessageTooLargeException if the message is larger than the settings allow
     */
    <T> NewMessage message(Topic<T> topic, T value, Map<String, String> headers);

    /**
     * Returns the engine of a topic.
     *
     * @param topic the name of a topic that the application knows
     * @return the engine that the settings choose
     * @throws IllegalArgumentException if the application does not know the topic
     */
    MessageEngine engine(String topic);

    /**
     * Returns a topic as the settings describe it.
     *
     * @param topic the name of a topic that the application knows
     * @return the topic's partitions and retention
     * @throws IllegalArgumentException if the application does not know the topic
     */
    TopicDefinition definition(String topic);

    /**
     * Appends messages to a topic's log in the engine, and reports them to observers.
     *
     * @param topic the name of a topic that the application knows
     * @param messages at most 1,000 messages
     * @param fence the same as for {@link MessageEngine#append}
     * @return completes when the engine has stored the messages
     */
    Completable send(String topic, List<NewMessage> messages, @Nullable Term fence);
}
