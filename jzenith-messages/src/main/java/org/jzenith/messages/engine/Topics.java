package org.jzenith.messages.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.Topic;

/** For plugins: the topics that the application knows. Injectable where the application has the plugin; safe for use by many threads. */
@CheckReturnValue
public interface Topics {

    /**
     * Returns the names of the topics.
     *
     * @return those that the application publishes, consumes or follows
     */
    Set<String> names();

    /**
     * Prepares a message for an engine, with the headers of the current trace.
     *
     * @param topic a topic that the application knows
     * @param value the value
     * @param headers the headers of the application
     * @param <T> the class of the value
     * @return the message
     * @throws IllegalArgumentException if the application does not know the topic, or a header has a name of jZenith's own
     * @throws org.jzenith.messages.error.MessageTooLargeException if it is larger than the settings allow
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
     * @return its partitions and its retention
     * @throws IllegalArgumentException if the application does not know the topic
     */
    TopicDefinition definition(String topic);

    /**
     * Appends messages to a topic in its engine, and reports them to observers.
     *
     * @param topic the name of a topic that the application knows
     * @param messages at most 1,000
     * @param fence as in {@link MessageEngine#append}
     * @return completes when the engine has stored them
     */
    Completable send(String topic, List<NewMessage> messages, @Nullable Term fence);
}
