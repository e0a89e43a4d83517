package org.jzenith.messages.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jzenith.core.JZenith;
import org.jzenith.kafka.embedded.BrokerListener;
import org.jzenith.kafka.embedded.KafkaServer;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** The broker of all tests of this module, which ends with the JVM, and a proxy before it. */
final class TestBroker {

    private static final UnreliableProxy PROXY = new UnreliableProxy(0);
    private static final KafkaServer SERVER = start();

    private TestBroker() {}

    private static KafkaServer start() {
        final KafkaServer server =
                KafkaServer.startWith(List.of(BrokerListener.behindProxy("PROXY", PROXY.port())), Map.of());
        PROXY.redirect(server.port("PROXY"));
        return server;
    }

    /** Returns the proxy, through which all connections to {@link #addressOfProxy} go. */
    static UnreliableProxy proxy() {
        return PROXY;
    }

    static String addressOfProxy() {
        return "127.0.0.1:" + PROXY.port();
    }

    static String address() {
        return SERVER.bootstrapServers();
    }

    /** Adds the engine to an application. */
    static JZenith with(final JZenith application) {
        return application
                .withPlugins(KafkaPlugin.create(), KafkaMessagesPlugin.create())
                .withConfiguration("kafka.bootstrap-servers", address());
    }

    static Admin admin() {
        final Properties settings = new Properties();
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address());
        return Admin.create(settings);
    }

    static void createTopic(final String topic, final int partitions, final Map<String, String> settings)
            throws Exception {
        try (Admin admin = admin()) {
            admin.createTopics(
                            List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(settings)))
                    .all()
                    .get();
            awaitLeaders(admin, topic, partitions);
        }
    }

    /** Waits until a broker is ready for records of all partitions. */
    private static void awaitLeaders(final Admin admin, final String topic, final int partitions) throws Exception {
        final Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int i = 0; i < partitions; i++) {
            ends.put(new TopicPartition(topic, i), OffsetSpec.latest());
        }
        boolean isReady = false;
        while (!isReady) {
            try {
                admin.listOffsets(ends).all().get();
                isReady = true;
            } catch (final ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        }
    }

    static void deleteTopic(final String topic) throws Exception {
        try (Admin admin = admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
            // Other requests may find it until its deletion has reached the broker.
            while (!isMissing(admin, topic)) {
                Thread.onSpinWait();
            }
        }
    }

    private static boolean isMissing(final Admin admin, final String topic) throws InterruptedException {
        try {
            return admin.describeTopics(List.of(topic)).allTopicNames().get().isEmpty();
        } catch (final ExecutionException e) {
            return e.getCause() instanceof UnknownTopicOrPartitionException;
        }
    }

    static void raisePartitions(final String topic, final int partitions) throws Exception {
        try (Admin admin = admin()) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                    .all()
                    .get();
            awaitLeaders(admin, topic, partitions);
        }
    }

    /** Deletes all records of a topic. */
    static void deleteRecords(final String topic, final int partitions) throws Exception {
        for (int i = 0; i < partitions; i++) {
            deleteRecords(topic, i, -1);
        }
    }

    /** Deletes the records of a partition before an offset, all if it is -1. */
    static void deleteRecords(final String topic, final int partition, final long before) throws Exception {
        try (Admin admin = admin()) {
            admin.deleteRecords(Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(before)))
                    .all()
                    .get();
        }
    }
}
