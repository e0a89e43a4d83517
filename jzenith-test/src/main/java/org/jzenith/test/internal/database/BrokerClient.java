package org.jzenith.test.internal.database;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
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
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jzenith.test.internal.leak.Polling;

/** The library's own clients of a broker, which see what it has, for tests of jZenith's modules. Safe for use by many threads; methods block. */
public final class BrokerClient implements AutoCloseable {

    private final AtomicInteger topics = new AtomicInteger();
    private final String servers;
    private final Admin admin;
    private final KafkaProducer<String, String> producer;

    /**
     * Creates the clients.
     *
     * @param servers the address of the broker
     */
    public BrokerClient(final String servers) {
        this.servers = servers;
        this.admin = Admin.create(Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers));
        this.producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers, ProducerConfig.LINGER_MS_CONFIG, 0),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Returns the address of the broker. */
    public String servers() {
        return servers;
    }

    private static <T> T get(final Future<T> future) {
        try {
            return future.get();
        } catch (final ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the client for further questions. */
    public Admin admin() {
        return admin;
    }

    /** Creates a topic with a name that no other test of the JVM has. */
    public String newTopic(final int partitions) {
        final String name = "orders" + topics.incrementAndGet();
        createTopic(name, partitions);
        return name;
    }

    /** Creates a topic, and waits until the broker is ready for its records. */
    public void createTopic(final String name, final int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /**
     * Creates a topic with settings, and waits until the broker is ready for its records.
     *
     * @param settings such as {@code cleanup.policy}
     */
    public void createTopic(final String name, final int partitions, final Map<String, String> settings) {
        get(admin.createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings)))
                .all());
        awaitLeaders(name, partitions);
    }

    /**
     * Adds partitions to a topic, and waits until the broker is ready for their records.
     *
     * @param all the number of partitions that the topic has then
     */
    public void addPartitions(final String name, final int all) {
        get(admin.createPartitions(Map.of(name, NewPartitions.increaseTo(all))).all());
        awaitLeaders(name, all);
    }

    /**
     * Waits until a broker is ready for records of all partitions. One that refuses the first batch of a producer in the moment when a partition
     * is created can store its second one, after which the first one never fits.
     */
    private void awaitLeaders(final String topic, final int partitions) {
        final Map<TopicPartition, OffsetSpec> ends = IntStream.range(0, partitions)
                .mapToObj(i -> new TopicPartition(topic, i))
                .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
        Polling.until(() -> isKnown(admin.listOffsets(ends).all()));
    }

    /** Deletes a topic, and waits until the broker does not know it. */
    public void deleteTopic(final String name) {
        get(admin.deleteTopics(List.of(name)).all());
        Polling.until(() -> !isKnown(admin.describeTopics(List.of(name)).allTopicNames()));
    }

    private static boolean isKnown(final KafkaFuture<?> answer) {
        try {
            get(answer);
            return true;
        } catch (final IllegalStateException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Deletes records of a partition.
     *
     * @param before the first offset to keep; -1 to delete all
     */
    public void deleteRecords(final String topic, final int partition, final long before) {
        get(admin.deleteRecords(Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(before)))
                .all());
    }

    /** Lets nobody use a topic. */
    public void forbid(final String topic) {
        get(admin.createAcls(List.of(new AclBinding(
                        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                        new AccessControlEntry("User:*", "*", AclOperation.ALL, AclPermissionType.DENY))))
                .all());
    }

    /** Lets everybody use a topic again. */
    public void permit(final String topic) {
        get(admin.deleteAcls(List.of(new AclBindingFilter(
                        new ResourcePatternFilter(ResourceType.TOPIC, topic, PatternType.LITERAL),
                        AccessControlEntryFilter.ANY)))
                .all());
    }

    /** Sends values to a partition, and waits until they are stored. */
    public void send(final String topic, final int partition, final String... values) {
        Arrays.stream(values)
                .map(value -> producer.send(new ProducerRecord<>(topic, partition, null, value)))
                .toList()
                .forEach(BrokerClient::get);
    }

    /** Sends a record, and waits until it is stored. */
    public void send(final ProducerRecord<String, String> record) {
        get(producer.send(record));
    }

    /** Returns the end of a partition, which the ends of transactions count for. */
    public long end(final String topic, final int partition) {
        final TopicPartition key = new TopicPartition(topic, partition);
        return get(admin.listOffsets(Map.of(key, OffsetSpec.latest())).partitionResult(key))
                .offset();
    }

    /** Returns the committed offsets of a group by partition. */
    public Map<Integer, Long> committed(final String group) {
        final Map<Integer, Long> offsets = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((key, position) -> offsets.put(key.partition(), position == null ? -1 : position.offset()));
        return offsets;
    }

    /** Returns the number of members of a group; 0 if it does not exist yet. */
    public int members(final String group) {
        return get(admin.listGroups().all()).stream()
                        .noneMatch(each -> each.groupId().equals(group))
                ? 0
                : get(admin.describeConsumerGroups(List.of(group)).all())
                        .values()
                        .iterator()
                        .next()
                        .members()
                        .size();
    }

    /** Lets a group lose a member that is killed or frozen after 2 s instead of the 6 s of the broker. */
    public void shortenSessions(final String group) {
        get(admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.GROUP, group),
                        List.of(
                                set("consumer.session.timeout.ms", "2000"),
                                set("consumer.heartbeat.interval.ms", "300"))))
                .all());
    }

    private static AlterConfigOp set(final String name, final String value) {
        return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    }

    /** Returns the committed records that a topic has now, in the order of each partition. */
    public List<ConsumerRecord<String, String>> read(final String topic) {
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
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(50)).forEach(read::add);
            }
            return read;
        }
    }

    /** Returns the values of the committed records that a topic has now. */
    public List<String> values(final String topic) {
        return read(topic).stream().map(ConsumerRecord::value).collect(Collectors.toList());
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
        admin.close(Duration.ZERO);
    }
}
