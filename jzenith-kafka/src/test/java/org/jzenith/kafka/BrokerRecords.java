package org.jzenith.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The topics of a broker, and what is in them, by clients of the library. */
final class BrokerRecords {

    private static final AtomicInteger TOPICS = new AtomicInteger();

    private final String servers;

    BrokerRecords(final String servers) {
        this.servers = servers;
    }

    /** Creates a topic with a name that no other test has. */
    String newTopic(final int partitions) {
        final String name = "sent" + TOPICS.incrementAndGet();
        create(new NewTopic(name, partitions, (short) 1));
        return name;
    }

    void create(final NewTopic topic) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(List.of(topic)).all().get();
        } catch (final InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads the committed records that are there now. */
    List<ConsumerRecord<String, String>> read(final String topic) {
        final Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            final List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList();
            consumer.assign(partitions);
            final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            final List<ConsumerRecord<String, String>> read = new ArrayList<>();
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                consumer.poll(Duration.ofMillis(50)).forEach(read::add);
            }
            return read;
        }
    }

    List<String> values(final String topic) {
        return read(topic).stream().map(ConsumerRecord::value).toList();
    }
}
