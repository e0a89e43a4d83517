package org.jzenith.messages.internal.topic;

import io.reactivex.Completable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.messages.engine.NewMessage;

/** Reports the sending of messages as an operation, for metrics, spans and the log of slow requests. */
final class SendOperation {

    static final String KIND = "publish";

    private final WorkEmitter emitter;
    private final Operation operation;
    private final long began = System.nanoTime();

    private SendOperation(final WorkEmitter emitter, final KnownTopic topic, final List<NewMessage> messages) {
        this.emitter = emitter;
        this.operation = Operation.of(
                Operation.Role.CALL,
                KIND,
                topic.engine().name(),
                "send " + topic.name(),
                RequestContext.current(),
                attributes(topic, messages));
        emitter.begun(operation);
    }

    /**
     * Reports a sending.
     *
     * @param sent sends the messages at each subscription
     */
    static Completable observe(
            final WorkEmitter emitter,
            final KnownTopic topic,
            final List<NewMessage> messages,
            final Completable sent) {
        return Completable.defer(() -> {
            final SendOperation send = new SendOperation(emitter, topic, messages);
            return sent.doOnComplete(() -> send.end(WorkEvent.Status.COMPLETED, null))
                    .doOnError(error -> send.end(WorkEvent.Status.FAILED, error))
                    .doOnDispose(() -> send.end(WorkEvent.Status.DISPOSED, null));
        });
    }

    private void end(final WorkEvent.Status status, final @Nullable Throwable error) {
        emitter.ended(operation, status, Duration.ofNanos(System.nanoTime() - began), error, List.of());
    }

    private static List<Attribute> attributes(final KnownTopic topic, final List<NewMessage> messages) {
        final List<Attribute> attributes = new ArrayList<>(List.of(
                new Attribute("messaging.system", topic.engine().name()),
                new Attribute("messaging.destination.name", topic.name()),
                new Attribute("messaging.operation.type", "send"),
                new Attribute("messaging.operation.name", "send")));
        if (messages.size() == 1) {
            attributes.add(new Attribute("messaging.message.id", messages.get(0).id()));
        } else {
            attributes.add(new Attribute("messaging.batch.message_count", (long) messages.size()));
        }
        return attributes;
    }
}
