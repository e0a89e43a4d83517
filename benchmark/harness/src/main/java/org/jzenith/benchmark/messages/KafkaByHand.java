package org.jzenith.benchmark.messages;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;

/** The loops that somebody would write with {@code kafka-clients}: one that sends, and one that polls and commits once a second. */
final class KafkaByHand implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long COMMIT_NANOS = 1_000_000_000L;
    private static final int PARTITIONS = 4;
    private static final short REPLICATION = 1;

    private final String servers;
    private final KafkaProducer<String, byte[]> producer;

    KafkaByHand(final String servers) {
        this.servers = servers;
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        servers,
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    void createTopic(final String topic) {
        try (Admin admin = Admin.create(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers))) {
            admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, REPLICATION)))
                    .all()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        }
    }

    /** Sends records, and returns when all are acknowledged. */
    @SuppressWarnings("FutureReturnValueIgnored") // flush() waits for all of them
    void send(final String topic, final int records, final byte[] value) {
        final AtomicInteger acknowledged = new AtomicInteger();
        final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        for (int i = 0; i < records; i++) {
            producer.send(new ProducerRecord<>(topic, key(i), value), (metadata, error) -> {
                if (error == null) {
                    acknowledged.incrementAndGet();
                } else {
                    failure.set(error);
                }
            });
        }
        producer.flush();
        final Exception failed = failure.get();
        if (failed != null || acknowledged.get() != records) {
            throw new BenchmarkException("Only " + acknowledged + " of " + records + " records were sent: " + failed);
        }
    }

    static String key(final int number) {
        return "key-" + number % 100;
    }

    /** Reads a topic from its beginning, with a new group. */
    void read(final String topic, final String group, final KafkaCosts.Count count) {
        final Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(topic));
            long committed = System.nanoTime();
            while (!count.isComplete()) {
                final ConsumerRecords<String, byte[]> polled = consumer.poll(POLL);
                for (final ConsumerRecord<String, byte[]> each : polled) {
                    KafkaCosts.Count.check(each.value());
                }
                count.add(polled.count());
                if (System.nanoTime() - committed > COMMIT_NANOS) {
                    consumer.commitAsync();
                    committed = System.nanoTime();
                }
            }
            consumer.commitSync();
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
