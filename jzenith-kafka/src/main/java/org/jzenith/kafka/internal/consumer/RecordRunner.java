package org.jzenith.kafka.internal.consumer;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
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

    private static final Attribute SYSTEM = new Attribute("messaging.system", "kafka");
    private static final Attribute OPERATION_TYPE = new Attribute("messaging.operation.type", "process");
    private static final Attribute OPERATION_NAME = new Attribute("messaging.operation.name", "process");

    private final EventLoopContext loop;
    private final TopicGroup<V> group;
    private final WorkRunner runner;
    private final Work work;
    private final Attribute destination;
    private final Attribute consumerGroup;
    private @Nullable Deserializer<V> values;

    RecordRunner(final EventLoopContext loop, final TopicGroup<V> group, final Injector injector) {
        this.loop = loop;
        this.group = group;
        this.runner = WorkRunner.of(injector, loop, Integer.MAX_VALUE);
        this.work = Work.of("record", group.topic() + "/" + group.name())
                .withTimeout(group.options().timeout());
        this.destination = new Attribute("messaging.destination.name", group.topic());
        this.consumerGroup = new Attribute("messaging.consumer.group.name", group.name());
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
    Completable run(final HandledRecord record, final Function<? super KafkaRecord<V>, Completable> handler) {
        final KafkaRecord<V> read;
        try {
            read = read(record);
        } catch (final UnreadableRecordException e) {
            return Completable.error(e);
        }
        return run(
                describe(record.toString(), read.partition(), new Attribute("messaging.kafka.offset", read.offset()))
                        .withHeaders(read.headers()),
                read,
                handler);
    }

    /**
     * Handles records of a partition as one work.
     *
     * @param batch at least one
     */
    Completable run(
            final List<KafkaRecord<V>> batch, final Function<? super List<KafkaRecord<V>>, Completable> handler) {
        final KafkaRecord<V> first = batch.get(0);
        return run(
                describe(
                        first.topic() + "-" + first.partition() + "@" + first.offset() + "-"
                                + batch.get(batch.size() - 1).offset(),
                        first.partition(),
                        new Attribute("messaging.batch.message_count", (long) batch.size())),
                Collections.unmodifiableList(batch),
                handler);
    }

    private <T> Completable run(final Work described, final T handled, final Function<? super T, Completable> handler) {
        return runner.run(
                described,
                Completable.defer(() -> Objects.requireNonNull(
                        handler.apply(handled),
                        () -> "The handler of " + group
                                + " returned null. Return a Completable, for example Completable.complete().")));
    }

    private Work describe(final String id, final int partition, final Attribute further) {
        return work.withId(id)
                .withAttributes(
                        SYSTEM,
                        destination,
                        new Attribute("messaging.destination.partition.id", Integer.toString(partition)),
                        consumerGroup,
                        OPERATION_TYPE,
                        OPERATION_NAME,
                        further);
    }

    /** @throws UnreadableRecordException if the value cannot be read */
    KafkaRecord<V> read(final HandledRecord each) {
        final ConsumerRecord<byte[], byte[]> record = each.record;
        return new KafkaRecord<>(
                record.topic(),
                record.partition(),
                record.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                record.key() == null ? null : text(record.key()),
                record.value() == null ? null : value(each),
                headers(record.headers().toArray()),
                each.failures + 1);
    }

    private static Map<String, String> headers(final Header... all) {
        if (all.length == 0) {
            return Map.of();
        }
        final Map<String, String> headers = new HashMap<>();
        for (final Header header : all) {
            headers.put(header.key(), text(header.value()));
        }
        return headers;
    }

    private static String text(final byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    private V value(final HandledRecord each) {
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
