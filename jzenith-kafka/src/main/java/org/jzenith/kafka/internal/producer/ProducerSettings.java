package org.jzenith.kafka.internal.producer;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jzenith.kafka.internal.configuration.KafkaConfiguration;
import org.jzenith.kafka.internal.connection.KafkaConnections;

/** Creates the producers of the library. Safe for use by many threads. */
final class ProducerSettings {

    /** How long the shared producer blocks its thread for one topic; the record then waits without blocking others. */
    private static final int SHORTEST_BLOCK = 5;

    /** A request may be repeated once within the time limit of a record. */
    private static final double REQUEST_PART = 0.45;

    private final KafkaConnections connections;
    private final KafkaConfiguration settings;

    ProducerSettings(final KafkaConnections connections, final KafkaConfiguration settings) {
        this.connections = connections;
        this.settings = settings;
    }

    /** Returns the producer that all callers share. */
    Producer<byte[], byte[]> idempotent() {
        final Map<String, Object> library = common();
        library.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, SHORTEST_BLOCK);
        return new KafkaProducer<>(library);
    }

    /** Returns a producer for one transaction at a time, whose methods block up to {@code kafka.request-timeout}. */
    Producer<byte[], byte[]> transactional(final String id) {
        final Map<String, Object> library = common();
        library.put(
                ProducerConfig.MAX_BLOCK_MS_CONFIG, connections.requestTimeout().toMillis());
        library.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        library.put(
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                Math.toIntExact(settings.transaction().timeout().toMillis()));
        return new KafkaProducer<>(library);
    }

    private Map<String, Object> common() {
        final Map<String, Object> library = connections.settings("producer");
        final long limit = connections.requestTimeout().toMillis();
        library.put(ProducerConfig.ACKS_CONFIG, "all");
        library.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        library.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Math.toIntExact(limit));
        library.put(
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(Math.max(1, (long) (limit * REQUEST_PART))));
        library.put(ProducerConfig.BUFFER_MEMORY_CONFIG, settings.maxSendSize().bytes());
        library.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        library.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return library;
    }
}
