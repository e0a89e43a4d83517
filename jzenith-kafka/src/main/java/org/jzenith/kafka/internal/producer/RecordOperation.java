package org.jzenith.kafka.internal.producer;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.core.observe.WorkEvent;

/** Reports the sending of a record as an operation, for metrics, spans and the log of slow requests. */
final class RecordOperation {

    /** The kind of all operations that send messages, whatever their engine. */
    static final String KIND = "publish";

    private static final String SYSTEM = "kafka";

    private final WorkEmitter emitter;
    private final Operation operation;
    private final long began = System.nanoTime();

    RecordOperation(final WorkEmitter emitter, final String topic) {
        this.emitter = emitter;
        this.operation = Operation.of(
                Operation.Role.CALL,
                KIND,
                SYSTEM,
                "send " + topic,
                RequestContext.current(),
                List.of(
                        new Attribute("messaging.system", SYSTEM),
                        new Attribute("messaging.destination.name", topic),
                        new Attribute("messaging.operation.type", "send"),
                        new Attribute("messaging.operation.name", "send")));
        emitter.begun(operation);
    }

    void completed(final RecordMetadata metadata) {
        end(
                WorkEvent.Status.COMPLETED,
                null,
                emitter.seesEnds()
                        ? List.of(
                                new Attribute(
                                        "messaging.destination.partition.id", Integer.toString(metadata.partition())),
                                new Attribute("messaging.kafka.offset", metadata.offset()))
                        : List.of());
    }

    void failed(final Throwable error) {
        end(WorkEvent.Status.FAILED, error, List.of());
    }

    void disposed() {
        end(WorkEvent.Status.DISPOSED, null, List.of());
    }

    private void end(final WorkEvent.Status status, final @Nullable Throwable error, final List<Attribute> attributes) {
        emitter.ended(operation, status, Duration.ofNanos(System.nanoTime() - began), error, attributes);
    }
}
