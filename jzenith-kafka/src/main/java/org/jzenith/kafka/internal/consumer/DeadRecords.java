package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Copies records that no handler has completed to another topic, and counts them. Safe for use by many threads. */
final class DeadRecords {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.kafka");
    private static final int LINES = 10;

    private final RecordSender sender;
    private final CountedWarning dead = new CountedWarning(LOGGER, Level.ERROR, LINES, "");
    private final CountedWarning unsent = new CountedWarning(
            LOGGER,
            "A failed record could not be copied to the dead topic. jZenith tries again, and the record's partition waits.");

    DeadRecords(final RecordSender sender) {
        this.sender = sender;
    }

    /** Returns the number of records that were copied. */
    long total() {
        return dead.total();
    }

    /**
     * Copies a record at each subscription.
     *
     * @param handler sends the copy
     */
    <V> Completable add(
            final HandledRecord each,
            final String group,
            final String topic,
            final PartitionQueue<V> queue,
            final QueueHandler<V> handler) {
        return Completable.defer(() -> handler.copy(queue, copy(each, topic), sender))
                .doOnComplete(() -> dead.add(
                        "",
                        () -> "The record " + each + " of the group '" + group + "' was copied to the topic '" + topic
                                + "' after " + each.failures + (each.failures == 1 ? " attempt: " : " attempts: ")
                                + name(each) + "."))
                .doOnError(unsent::add);
    }

    private static String name(final HandledRecord each) {
        return Objects.requireNonNull(each.error).getClass().getName();
    }

    private static ProducerRecord<byte[], byte[]> copy(final HandledRecord each, final String topic) {
        final ConsumerRecord<byte[], byte[]> record = each.record;
        final Headers headers = new RecordHeaders(record.headers());
        put(headers, "jzenith-error", name(each));
        put(headers, "jzenith-attempts", Integer.toString(each.failures));
        put(headers, "jzenith-topic", record.topic());
        put(headers, "jzenith-partition", Integer.toString(record.partition()));
        put(headers, "jzenith-offset", Long.toString(record.offset()));
        return new ProducerRecord<>(topic, null, record.key(), record.value(), headers);
    }

    private static void put(final Headers headers, final String name, final String value) {
        headers.remove(name);
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
