package org.jzenith.kafka.internal.consumer;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.work.Work;
import org.jzenith.core.work.WorkRunner;
import org.jzenith.kafka.KafkaRecord;

/** Reads records, and runs their handlers, on one event loop. */
final class RecordRunner<V> {

    private final EventLoopContext loop;
    private final TopicGroup<V> group;
    private final WorkRunner runner;
    private final Work work;
    private @Nullable Deserializer<V> values;

    RecordRunner(final EventLoopContext loop, final TopicGroup<V> group, final Injector injector) {
        this.loop = loop;
        this.group = group;
        this.runner = WorkRunner.of(injector, loop, Integer.MAX_VALUE);
        this.work = Work.of("record", group.topic() + "/" + group.name())
                .withTimeout(group.options().timeout());
    }

    EventLoopContext loop() {
        return loop;
    }

    WorkRunner runner() {
        return runner;
    }

    /**
     * Handles a record as work.
     *
     * @return fails with an {@link UnreadableRecordException} if its value cannot be read
     */
    Completable run(final QueuedRecord record, final Function<? super KafkaRecord<V>, Completable> handler) {
        final KafkaRecord<V> read;
        try {
            read = read(record);
        } catch (final UnreadableRecordException e) {
            return Completable.error(e);
        }
        return runner.run(
                describe(record, read),
                Completable.defer(() -> Objects.requireNonNull(
                        handler.apply(read),
                        () -> "The handler of " + group
                                + " returned null. Return a Completable, for example Completable.complete().")));
    }

    private Work describe(final QueuedRecord record, final KafkaRecord<V> read) {
        return work.withId(record.toString())
                .withHeaders(read.headers())
                .withAttributes(
                        new Attribute("messaging.system", "kafka"),
                        new Attribute("messaging.destination.name", read.topic()),
                        new Attribute("messaging.destination.partition.id", Integer.toString(read.partition())),
                        new Attribute("messaging.consumer.group.name", group.name()),
                        new Attribute("messaging.operation.type", "process"),
                        new Attribute("messaging.operation.name", "process"),
                        new Attribute("messaging.kafka.offset", read.offset()));
    }

    private KafkaRecord<V> read(final QueuedRecord each) {
        final ConsumerRecord<byte[], byte[]> record = each.record;
        final Map<String, String> headers = new HashMap<>();
        for (final Header header : record.headers()) {
            headers.put(header.key(), text(header.value()));
        }
        return new KafkaRecord<>(
                record.topic(),
                record.partition(),
                record.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                record.key() == null ? null : text(record.key()),
                record.value() == null ? null : value(each),
                headers,
                each.failures + 1);
    }

    private static String text(final byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    private V value(final QueuedRecord each) {
        try {
            if (values == null) {
                values = group.values().get();
            }
            return values.deserialize(each.record.topic(), each.record.headers(), each.record.value());
        } catch (final Throwable e) {
            throw new UnreadableRecordException(each, e);
        }
    }

    /** Ends the reader of values, on its event loop. */
    void close() {
        loop.runUnlessTerminated(() -> {
            if (values != null) {
                values.close();
            }
        });
    }
}
