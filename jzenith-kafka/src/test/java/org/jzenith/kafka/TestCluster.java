package org.jzenith.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jzenith.core.JZenith;
import org.jzenith.kafka.plugin.KafkaPlugin;

/** The library's own clients, which see what is in the brokers. */
final class TestCluster implements AutoCloseable {

    private static final AtomicInteger TOPICS = new AtomicInteger();

    private static final class Shared {

        static final TestCluster CLUSTER = new TestCluster(SharedBroker.servers());

        private Shared() {}
    }

    private final String servers;
    private final Admin admin;
    private final KafkaProducer<String, String> producer;

    TestCluster(final String servers) {
        this.servers = servers;
        this.admin = Admin.create(Map.of(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers, CommonClientConfigs.CLIENT_ID_CONFIG, "test"));
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        servers,
                        ProducerConfig.CLIENT_ID_CONFIG,
                        "test",
                        ProducerConfig.LINGER_MS_CONFIG,
                        0),
                new StringSerializer(),
                new StringSerializer());
    }

    static TestCluster shared() {
        return Shared.CLUSTER;
    }

    static JZenith application(final String servers) {
        return JZenith.application()
                .withPlugins(KafkaPlugin.create())
                .withConfiguration("kafka.bootstrap-servers", servers);
    }

    String servers() {
        return servers;
    }

    private static <T> T get(final KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (final InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    String newTopic(final int partitions) {
        final String name = "orders" + TOPICS.incrementAndGet();
        createTopic(name, partitions);
        return name;
    }

    void createTopic(final String name, final int partitions) {
        get(admin.createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
                .all());
        awaitLeaders(admin, name, partitions);
    }

    void addPartitions(final String name, final int all) {
        get(admin.createPartitions(Map.of(name, NewPartitions.increaseTo(all))).all());
        awaitLeaders(admin, name, all);
    }

    /**
     * Waits until a broker is ready for records of all partitions. One that refuses the first batch of a producer in the moment when a partition
     * is created can store its second one, after which the first one never fits.
     */
    static void awaitLeaders(final Admin admin, final String topic, final int partitions) {
        final Map<TopicPartition, OffsetSpec> ends = IntStream.range(0, partitions)
                .mapToObj(i -> new TopicPartition(topic, i))
                .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
        until(() -> {
            try {
                admin.listOffsets(ends).all().get();
                return true;
            } catch (final ExecutionException e) {
                if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                    return false;
                }
                throw new IllegalStateException(e);
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    void deleteTopic(final String name) {
        get(admin.deleteTopics(List.of(name)).all());
    }

    void deleteRecords(final String topic, final int partition, final long before) {
        get(admin.deleteRecords(Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(before)))
                .all());
    }

    /** Lets nobody use a topic. */
    void forbid(final String topic) {
        get(admin.createAcls(List.of(new AclBinding(
                        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                        new AccessControlEntry("User:*", "*", AclOperation.ALL, AclPermissionType.DENY))))
                .all());
    }

    /** Lets everybody use a topic again. */
    void permit(final String topic) {
        get(admin.deleteAcls(List.of(new AclBindingFilter(
                        new ResourcePatternFilter(ResourceType.TOPIC, topic, PatternType.LITERAL),
                        AccessControlEntryFilter.ANY)))
                .all());
    }

    /** Sends values to a partition, and waits until they are stored. */
    void send(final String topic, final int partition, final String... values) {
        for (final String value : values) {
            producer.send(new ProducerRecord<>(topic, partition, null, value));
        }
        producer.flush();
    }

    void send(final ProducerRecord<String, String> record) {
        producer.send(record);
        producer.flush();
    }

    /** Returns the end of a partition, which the ends of transactions count for. */
    long end(final String topic, final int partition) {
        final TopicPartition key = new TopicPartition(topic, partition);
        return get(admin.listOffsets(Map.of(key, OffsetSpec.latest())).partitionResult(key))
                .offset();
    }

    /** Returns the committed offsets of a group by partition. */
    Map<Integer, Long> committed(final String group) {
        final Map<Integer, Long> offsets = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((key, position) -> offsets.put(key.partition(), position == null ? -1 : position.offset()));
        return offsets;
    }

    /** Returns the number of members of a group; 0 if it does not exist yet. */
    int members(final String group) {
        return get(admin.listGroups().all()).stream()
                        .noneMatch(each -> each.groupId().equals(group))
                ? 0
                : get(admin.describeConsumerGroups(List.of(group)).all())
                        .get(group)
                        .members()
                        .size();
    }

    /** Returns the committed records that a topic has now, in the order of each partition. */
    List<ConsumerRecord<String, String>> read(final String topic) {
        return read(servers, topic);
    }

    static List<ConsumerRecord<String, String>> read(final String servers, final String topic) {
        final Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                servers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest");
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
        return read(topic).stream().map(ConsumerRecord::value).collect(Collectors.toList());
    }

    /** Waits for a condition; ends with the time limit of the test. */
    static void until(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("The time limit of the test has passed.");
            }
            Thread.onSpinWait();
        }
    }

    static String[] numbers(final int first, final int end) {
        return IntStream.range(first, end).mapToObj(Integer::toString).toArray(String[]::new);
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
        admin.close(Duration.ZERO);
    }
}
