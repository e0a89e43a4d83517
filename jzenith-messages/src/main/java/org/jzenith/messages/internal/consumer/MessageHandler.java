package org.jzenith.messages.internal.consumer;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.google.inject.Injector;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.work.Work;
import org.jzenith.core.work.WorkRunner;
import org.jzenith.messages.Message;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.internal.topic.KnownTopic;
import org.jzenith.messages.internal.topic.MessageHeaders;

/** Runs the handler of a consumer. Safe for use by many threads. */
final class MessageHandler {

    /** Other ids are not shown in logs, because they may come from anybody. */
    private static final Pattern ID = Pattern.compile("[!-~]{1,64}");

    private final ConsumerDefinition definition;
    private final KnownTopic topic;
    private final Injector injector;
    private final List<WorkRunner> runners;
    private final AtomicInteger next = new AtomicInteger();
    private final Work work;

    MessageHandler(final ConsumerDefinition definition, final KnownTopic topic, final Injector injector) {
        this.definition = definition;
        this.topic = topic;
        this.injector = injector;
        this.runners = EventLoopContext.onEach(injector.getInstance(Vertx.class)).stream()
                .map(loop -> WorkRunner.of(injector, loop, topic.settings().concurrency()))
                .toList();
        this.work = Work.of("message", topic.name() + "/" + definition.name())
                .withTimeout(topic.settings().timeout());
    }

    /**
     * Handles a message at each subscription. All messages of a key run on the same event loop.
     *
     * @return fails with an {@link UnreadableMessageException} if no attempt can succeed
     */
    Completable run(final MessageDelivery delivery) {
        final StoredMessage message = delivery.message;
        final String why = unreadable(message);
        if (why != null) {
            return Completable.error(new UnreadableMessageException(why));
        }
        final int attempt = delivery.attempt;
        return runner(message.key())
                .run(
                        describe(message),
                        Completable.defer(
                                () -> Objects.requireNonNull(
                                        definition.handler().apply(injector, message(message, attempt)),
                                        () -> "The consumer '" + definition.name()
                                                + "' returned null. Return a Completable, for example Completable.complete().")));
    }

    private Work describe(final StoredMessage message) {
        final Work described = work.withHeaders(message.headers());
        return ID.matcher(message.id()).matches()
                ? described.withId(message.id()).withAttributes(attributes(message.id()))
                : described.withAttributes(attributes("unreadable"));
    }

    private Attribute[] attributes(final String id) {
        return new Attribute[] {
            new Attribute("messaging.system", topic.engine().name()),
            new Attribute("messaging.destination.name", topic.name()),
            new Attribute("messaging.consumer.group.name", definition.name()),
            new Attribute("messaging.operation.type", "process"),
            new Attribute("messaging.operation.name", "process"),
            new Attribute("messaging.message.id", id)
        };
    }

    private WorkRunner runner(final @Nullable String key) {
        return runners.get(Math.floorMod(key == null ? next.getAndIncrement() : key.hashCode(), runners.size()));
    }

    private @Nullable String unreadable(final StoredMessage message) {
        final long size = KnownTopic.size(message.body(), message.key());
        if (size > topic.settings().maxSize().bytes()) {
            return "The message has " + size + " bytes, more than messages." + topic.name() + ".max-size, which is "
                    + topic.settings().maxSize() + ".";
        }
        if (message.key() == null && topic.topic().isKeyed()) {
            return "The message has no key, and the topic '" + topic.name() + "' has keys.";
        }
        if (!MessageHeaders.fitWithTrace(message.headers())) {
            return "The message has " + message.headers().size() + " headers, which are too many or too long.";
        }
        return null;
    }

    private Message<?> message(final StoredMessage stored, final int attempt) {
        return new Message<>(
                topic.name(),
                stored.id(),
                stored.key(),
                value(stored),
                MessageHeaders.withoutOwn(stored.headers()),
                stored.publishedAt(),
                attempt);
    }

    private Object value(final StoredMessage stored) {
        final Object value;
        try {
            value = topic.read(stored.body());
        } catch (final IOException | RuntimeException | StackOverflowError e) {
            // The message of Jackson may have a part of the body; a deserializer of the application may throw anything.
            throw new UnreadableMessageException("The body cannot be read as "
                    + topic.topic().type().getName() + ": " + e.getClass().getSimpleName() + place(e) + ".");
        }
        if (value == null) {
            throw new UnreadableMessageException("The body is null.");
        }
        return value;
    }

    private static String place(final Throwable error) {
        final JsonLocation place = error instanceof final JsonProcessingException json ? json.getLocation() : null;
        return place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr();
    }

    /** Starts no further run. */
    void stop() {
        runners.forEach(WorkRunner::stop);
    }

    /** Waits for the runs, and disposes those that are left at the time limit. */
    Completable drain(final Duration stopDelay, final Duration drainTimeout) {
        return Completable.merge(runners.stream()
                .map(runner -> runner.drain(stopDelay, drainTimeout))
                .toList());
    }
}
