package org.jzenith.messages.internal.consumer;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.work.Work;
import org.jzenith.core.work.WorkRunner;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.internal.topic.KnownTopic;
import org.jzenith.messages.internal.topic.MessageReading;
import org.jzenith.messages.internal.topic.UnreadableMessageException;

/** Runs the handler of a consumer. Safe for use by many threads. */
final class MessageHandler {

    /** Other ids are not shown in logs, because they may come from anybody. */
    private static final Pattern ID = Pattern.compile("[!-~]{1,64}");

    private final ConsumerDefinition definition;
    private final KnownTopic topic;
    private final MessageReading reading;
    private final Injector injector;
    private final List<WorkRunner> runners;
    private final AtomicInteger next = new AtomicInteger();
    private final Work work;

    MessageHandler(final ConsumerDefinition definition, final KnownTopic topic, final Injector injector) {
        this.definition = definition;
        this.topic = topic;
        this.reading = new MessageReading(topic);
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
        try {
            reading.check(message);
        } catch (final UnreadableMessageException e) {
            return Completable.error(e);
        }
        final int attempt = delivery.attempt;
        return runner(message.key()).run(describe(message), Completable.defer(() -> {
            delivery.partition.term.setIn(Objects.requireNonNull(RequestContext.current()));
            return Objects.requireNonNull(
                    definition.handler().apply(injector, reading.read(message, attempt)),
                    () -> "The consumer '" + definition.name()
                            + "' returned null. Return a Completable, for example Completable.complete().");
        }));
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
