package org.jzenith.messages.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.internal.start.CallerLine;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Message;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.internal.topic.TopicUse;

/**
 * Adds topics and their consumers to an application.
 *
 * <pre>{@code
 * MessagesPlugin.create()
 *         .publishing(INVOICES)
 *         .consuming(ORDERS, "mail", MailService.class, MailService::orderPlaced)
 *         .withDeadLetters(5);
 * }</pre>
 *
 * <p>Each consumer gets all messages of its topic, and the application's instances share them. A consumer handles each message at least once.
 * Messages with the same key are handled one at a time and in order. While one of them is retried, later messages with its key wait, and other
 * keys continue. A message that cannot be read or fails too often becomes a dead letter, which {@link DeadLetters} lists and replays.
 *
 * <p>Services inject {@link Messages} and {@link DeadLetters}. The settings {@code messages.TOPIC} choose the engine and the limits.
 *
 * <p>Immutable: every method returns another plugin with the change.
 */
@CheckReturnValue
public final class MessagesPlugin implements PluginSource {

    private static final int DEFAULT_ATTEMPTS = 5;

    private final List<TopicUse> topics;
    private final List<ConsumerDefinition> consumers;
    private final int attempts;

    private MessagesPlugin(final List<TopicUse> topics, final List<ConsumerDefinition> consumers, final int attempts) {
        this.topics = topics;
        this.consumers = consumers;
        this.attempts = attempts;
    }

    /**
     * Creates a plugin without topics.
     *
     * @return a new plugin
     */
    public static MessagesPlugin create() {
        return new MessagesPlugin(List.of(), List.of(), DEFAULT_ATTEMPTS);
    }

    /**
     * Adds topics that the application publishes or follows. Topics with a consumer need not be added.
     *
     * @param added the topics
     * @return a plugin with this change
     */
    public MessagesPlugin publishing(final Topic<?>... added) {
        final String line = CallerLine.of(MessagesPlugin.class);
        final List<TopicUse> uses = new ArrayList<>(topics);
        for (final Topic<?> topic : added) {
            uses.add(new TopicUse(topic, line));
        }
        return new MessagesPlugin(uses, consumers, attempts);
    }

    /**
     * Adds a consumer that receives values.
     *
     * @param topic the topic
     * @param name 1 to 63 lower-case letters, digits and hyphens, starting with a letter; unique among the consumers of the topic. Do not
     *     change it between releases, because the engine keeps the consumer's position under this name
     * @param type the type of the service; the injector provides an object for each message
     * @param handler called for each message, on an event loop; must not block. The message is handled when the result completes; an error is a
     *     failed attempt
     * @param <T> the class of the messages
     * @param <S> the type of the service
     * @return a plugin with this change
     */
    public <T, S> MessagesPlugin consuming(
            final Topic<T> topic,
            final String name,
            final Class<S> type,
            final BiFunction<? super S, ? super T, Completable> handler) {
        Objects.requireNonNull(handler, "handler");
        return consumer(topic, name, type, (S service, Message<T> message) -> handler.apply(service, message.value()));
    }

    /**
     * Adds a consumer that receives messages with their ids, keys, headers and times.
     *
     * @param topic the topic
     * @param name the same as for {@link #consuming}
     * @param type the type of the service; the injector provides an object for each message
     * @param handler the same as for {@link #consuming}
     * @param <T> the class of the messages
     * @param <S> the type of the service
     * @return a plugin with this change
     */
    public <T, S> MessagesPlugin consumingMessages(
            final Topic<T> topic,
            final String name,
            final Class<S> type,
            final BiFunction<? super S, ? super Message<T>, Completable> handler) {
        Objects.requireNonNull(handler, "handler");
        return consumer(topic, name, type, handler);
    }

    @SuppressWarnings("unchecked") // the runtime reads values of the topic's class
    private <T, S> MessagesPlugin consumer(
            final Topic<T> topic,
            final String name,
            final Class<S> type,
            final BiFunction<? super S, ? super Message<T>, Completable> handler) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        final List<ConsumerDefinition> all = new ArrayList<>(consumers);
        all.add(new ConsumerDefinition(
                topic,
                name,
                type,
                (injector, message) -> handler.apply(injector.getInstance(type), (Message<T>) message),
                CallerLine.of(MessagesPlugin.class)));
        return new MessagesPlugin(topics, all, attempts);
    }

    /**
     * Sets how many attempts each consumer has to handle a message before the message becomes a dead letter: 5 without this call. {@code
     * messages.TOPIC.attempts} overrides the number.
     *
     * @param most at least 1
     * @return a plugin with this change
     * @throws IllegalArgumentException if the number is less than 1
     */
    public MessagesPlugin withDeadLetters(final int most) {
        if (most < 1) {
            throw new IllegalArgumentException(
                    "A message cannot become a dead letter after " + most + " attempts. Use 1 or more.");
        }
        return new MessagesPlugin(topics, consumers, most);
    }

    @Override
    public Plugin plugin() {
        return new MessagesPhases(topics, consumers, attempts);
    }
}
