package org.jzenith.kafka;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;

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
            TestCluster.awaitLeaders(admin, topic.name(), topic.numPartitions());
        } catch (final InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads the committed records that are there now. */
    List<ConsumerRecord<String, String>> read(final String topic) {
        return TestCluster.read(servers, topic);
    }

    List<String> values(final String topic) {
        return read(topic).stream().map(ConsumerRecord::value).toList();
    }
}
