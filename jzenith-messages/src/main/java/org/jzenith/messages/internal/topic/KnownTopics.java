package org.jzenith.messages.internal.topic;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import io.reactivex.Completable;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.lease.Term;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.json.Json;
import org.jzenith.messages.Topic;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.engine.Topics;
import org.jzenith.messages.error.MessageTooLargeException;
import org.jzenith.messages.internal.configuration.TopicConfiguration;
import org.jzenith.messages.observe.MessageEvent;

/** The topics of the application. Safe for use by many threads. */
public final class KnownTopics implements Topics {

    private final Map<String, KnownTopic> topics = new TreeMap<>();
    private final Set<OutboundHeaders> outbound;
    private final @Nullable EventEmitter<MessageEvent> events;
    private final @Nullable WorkEmitter work;

    /**
     * Chooses the engines; the checks of the plugin have found them all.
     *
     * @param uses at most one class for each name
     */
    public KnownTopics(final Collection<TopicUse> uses, final Injector injector, final Set<MessageEngine> engines) {
        final ObjectMapper mapper = Json.mapper(injector);
        final Configuration configuration = injector.getInstance(Configuration.class);
        for (final TopicUse use : uses) {
            final TopicConfiguration settings =
                    configuration.qualified(use.topic().name()).get(TopicConfiguration.class);
            topics.computeIfAbsent(
                    use.topic().name(),
                    name -> new KnownTopic(
                            use.topic(), settings, Engines.find(Engines.chosen(settings, engines), engines), mapper));
        }
        this.outbound = injector.getInstance(Key.get(new TypeLiteral<Set<OutboundHeaders>>() {}));
        this.events = injector.getInstance(Observers.class).of(MessageEvent.class);
        this.work = injector.getInstance(Observers.class).ofWork(SendOperation.KIND);
    }

    @Override
    public Set<String> names() {
        return Collections.unmodifiableSet(topics.keySet());
    }

    /** Returns all topics by their names. */
    public Collection<KnownTopic> all() {
        return Collections.unmodifiableCollection(topics.values());
    }

    /**
     * Returns a topic.
     *
     * @throws IllegalArgumentException if the application does not know it
     */
    public KnownTopic topic(final String name) {
        final KnownTopic known = topics.get(name);
        if (known == null) {
            throw new IllegalArgumentException("The application has no topic '" + name + "'. It has "
                    + (topics.isEmpty() ? "none" : String.join(", ", topics.keySet()))
                    + ". Add it with publishing(..) or consuming(..) of MessagesPlugin.");
        }
        return known;
    }

    /**
     * Returns a topic.
     *
     * @throws IllegalArgumentException if the application does not know it, or has another class of messages for it
     */
    public KnownTopic topic(final Topic<?> topic) {
        final KnownTopic known = topic(topic.name());
        if (!known.topic().type().equals(topic.type())) {
            throw new IllegalArgumentException("The topic '" + topic.name() + "' has messages of the class "
                    + known.topic().type().getName() + ", not "
                    + topic.type().getName() + ".");
        }
        return known;
    }

    @Override
    public <T> NewMessage message(final Topic<T> topic, final T value, final Map<String, String> headers) {
        final KnownTopic known = topic(topic);
        checkNames(headers);
        if (!MessageHeaders.fit(headers)) {
            throw new MessageTooLargeException("A message of the topic '" + topic
                    + "' has too many headers, or too large ones. Number of headers: "
                    + headers.size() + "; characters in total: " + MessageHeaders.characters(headers)
                    + ". The limit is "
                    + MessageHeaders.limits() + ". Put the data into the body of the message instead.");
        }
        final String key = topic.key(value);
        final byte[] body = known.write(value);
        final long size = KnownTopic.size(body, key);
        if (size > known.settings().maxSize().bytes()) {
            throw new MessageTooLargeException("A message of the topic '" + topic + "' has " + size
                    + " bytes, more than messages." + topic + ".max-size, which is "
                    + known.settings().maxSize() + ".");
        }
        return new NewMessage(
                UUID.randomUUID().toString(), known.partitionOf(key), key, withTrace(headers), body, Instant.now());
    }

    /** Refuses headers with names of jZenith's own. */
    static void checkNames(final Map<String, String> headers) {
        headers.keySet().stream().filter(MessageHeaders::isOwn).findAny().ifPresent(name -> {
            throw new IllegalArgumentException("The header '" + name
                    + "' cannot be set, because names that start with 'jzenith-' are reserved. Use another name.");
        });
    }

    private Map<String, String> withTrace(final Map<String, String> headers) {
        if (outbound.isEmpty()) {
            return Map.copyOf(headers);
        }
        final Map<String, String> all = new HashMap<>(headers);
        outbound.forEach(each -> each.addTo(all::put));
        return Map.copyOf(all);
    }

    @Override
    public MessageEngine engine(final String topic) {
        return topic(topic).engine();
    }

    @Override
    public TopicDefinition definition(final String topic) {
        return topic(topic).definition();
    }

    @Override
    public Completable send(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
        final KnownTopic known = topic(topic);
        final Completable appended = known.open().andThen(known.engine().append(topic, messages, fence));
        final Completable sent = work == null ? appended : SendOperation.observe(work, known, messages, appended);
        return events == null
                ? sent
                : sent.doOnComplete(() -> messages.forEach(message -> events.emit(new MessageEvent.Sent(
                        topic, message.id(), known.engine().name(), message.body().length))));
    }
}
