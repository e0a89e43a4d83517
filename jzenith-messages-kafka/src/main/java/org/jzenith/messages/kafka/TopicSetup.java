package org.jzenith.messages.kafka;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.functions.Consumer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.messages.engine.TopicDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates topics, and compares existing ones with the settings. */
final class TopicSetup {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.messages.kafka");

    /** The maximum size of a record in addition to the body and the key: headers, the id, and Kafka's own data. */
    static final int OVERHEAD = 32 * 1024;

    /** The brokers' default maximum size of a record, in bytes. */
    private static final long DEFAULT_MAX_BYTES = 1_048_588;

    private static final int LOOKS = 50;
    private static final int LOOK_MILLIS = 100;

    private final AdminCalls admin;

    TopicSetup(final AdminCalls admin) {
        this.admin = admin;
    }

    /**
     * Opens a topic.
     *
     * @param maxSize the maximum size of the body and the key of a message, in bytes
     */
    Completable open(final KafkaLog log, final long maxSize) {
        final TopicDefinition topic = log.definition();
        return describe(newTopic(topic, maxSize + OVERHEAD), true)
                .doOnSuccess(found -> checkPartitions(topic, found))
                .flatMapCompletable(found -> check(topic.name(), config -> check(topic, maxSize, found, config))
                        .doOnComplete(() -> log.open(found)));
    }

    /** Checks the settings of a topic, unless the topic does not exist or this user has no permission to read them. */
    Completable check(final String topic, final Consumer<Config> check) {
        return config(topic).doOnSuccess(check).ignoreElement().onErrorComplete(error -> {
            if (error instanceof StartException) {
                return false;
            }
            if (!AdminCalls.isMissing(error)) {
                LOGGER.debug("The settings of the topic '{}' cannot be read.", topic, error);
            }
            return true;
        });
    }

    private static NewTopic newTopic(final TopicDefinition topic, final long maxBytes) {
        final Map<String, String> configs = new HashMap<>();
        configs.put(
                TopicConfig.RETENTION_MS_CONFIG,
                Long.toString(Math.max(1, topic.retention().toMillis())));
        configs.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        configs.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
        if (maxBytes > DEFAULT_MAX_BYTES) {
            configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.toString(maxBytes));
        }
        return new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.empty()).configs(configs);
    }

    /** Describes a topic, and creates it first if it is missing. */
    Single<TopicDescription> describe(final NewTopic topic, final boolean isLogged) {
        return admin.describe(topic.name())
                .onErrorResumeNext(error -> AdminCalls.isMissing(error)
                        ? create(topic, isLogged).andThen(created(topic.name()))
                        : Single.error(error));
    }

    private Completable create(final NewTopic topic, final boolean isLogged) {
        return admin.call(
                        "The topic '" + topic.name() + "' cannot be created",
                        client -> client.createTopics(
                                        List.of(topic), new CreateTopicsOptions().timeoutMs(admin.timeoutMillis()))
                                .numPartitions(topic.name()))
                .doOnSuccess(partitions -> {
                    if (isLogged) {
                        LOGGER.info(
                                "The topic '{}' did not exist in Kafka, so jZenith has created it with {} partitions.",
                                topic.name(),
                                partitions);
                    }
                })
                .ignoreElement()
                .onErrorComplete(error -> error.getCause() instanceof TopicExistsException);
    }

    /**
     * Describes a topic that was just created, once the leaders of all partitions are ready. A leader that misses a producer's first batch
     * could store the second one, and would then refuse the first one forever.
     */
    private Single<TopicDescription> created(final String topic) {
        return Single.defer(() -> {
            final AtomicInteger looks = new AtomicInteger();
            return admin.describe(topic)
                    .flatMap(found -> admin.ends(topic, partitions(found)).map(ends -> found))
                    .retryWhen(errors ->
                            errors.flatMap(error -> AdminCalls.isMissing(error) && looks.incrementAndGet() < LOOKS
                                    ? Flowable.timer(LOOK_MILLIS, TimeUnit.MILLISECONDS)
                                    : Flowable.error(error)));
        });
    }

    private static List<TopicPartition> partitions(final TopicDescription topic) {
        return topic.partitions().stream()
                .map(each -> new TopicPartition(topic.name(), each.partition()))
                .toList();
    }

    private static void checkPartitions(final TopicDefinition topic, final TopicDescription found) {
        final int partitions = found.partitions().size();
        if (partitions < topic.partitions()) {
            throw new StartException(
                    StartProblem.of("The topic '" + topic.name() + "' has " + partitions
                                    + " partitions in Kafka, but messages." + topic.name() + ".partitions is "
                                    + topic.partitions() + ".")
                            .remedy(
                                    "Set messages." + topic.name() + ".partitions to " + partitions
                                            + ". To use more, add partitions in Kafka first (kafka-topics.sh --alter --topic "
                                            + topic.name() + " --partitions " + topic.partitions()
                                            + "). Messages with the same key are then out of order until all older messages are handled."));
        }
        if (partitions > topic.partitions()) {
            LOGGER.warn(
                    "The topic '{}' has {} partitions in Kafka, but messages.{}.partitions is {}, so this application publishes only to the first {}. Set it to {} in all applications: with different numbers, messages with the same key from different applications lose their order.",
                    topic.name(),
                    partitions,
                    topic.name(),
                    topic.partitions(),
                    topic.partitions(),
                    partitions);
        }
    }

    private Single<Config> config(final String topic) {
        final ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return admin.call(
                "The settings of the topic '" + topic + "' cannot be read",
                client -> client.describeConfigs(
                                List.of(resource), new DescribeConfigsOptions().timeoutMs(admin.timeoutMillis()))
                        .values()
                        .get(resource));
    }

    private static void check(
            final TopicDefinition topic, final long maxSize, final TopicDescription found, final Config config) {
        final long maxBytes = number(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.MAX_VALUE);
        if (maxSize + OVERHEAD > maxBytes) {
            throw new StartException(StartProblem.of("messages." + topic.name() + ".max-size is " + maxSize
                            + " bytes, but Kafka limits records of the topic to " + maxBytes
                            + " bytes (max.message.bytes) including headers. It could not store the largest messages.")
                    .remedy("Lower the setting, or raise max.message.bytes of the topic in Kafka to "
                            + (maxSize + OVERHEAD) + "."));
        }
        losses(topic, found, config).forEach(LOGGER::warn);
    }

    /** Returns warnings about settings with which Kafka can lose messages. */
    private static List<String> losses(final TopicDefinition topic, final TopicDescription found, final Config config) {
        final List<String> warnings = new ArrayList<>();
        final String name = "the topic '" + topic.name() + "'";
        final long retention = number(config, TopicConfig.RETENTION_MS_CONFIG, -1);
        if (retention >= 0 && retention < topic.retention().toMillis()) {
            warnings.add("Kafka deletes messages of " + name + " after " + retention
                    + " ms (retention.ms), which is sooner than messages." + topic.name()
                    + ".retention. That setting applies only when the topic is created. Change one of the two.");
        }
        final long bytes = number(config, TopicConfig.RETENTION_BYTES_CONFIG, -1);
        if (bytes >= 0) {
            warnings.add("Kafka deletes messages of " + name + " when a partition has more than " + bytes
                    + " bytes (retention.bytes), even if they are younger than messages." + topic.name()
                    + ".retention. Set retention.bytes to -1.");
        }
        final String cleanup = text(config, TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        if (cleanup.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            warnings.add("Kafka keeps only the last message of each key of " + name
                    + ", because its cleanup.policy is " + cleanup
                    + ", so consumers can miss other messages. Set cleanup.policy to delete.");
        }
        if (Boolean.parseBoolean(text(config, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, ""))) {
            warnings.add(
                    "Kafka may lose messages of " + name
                            + " when no in-sync replica is available, because unclean.leader.election.enable is true. Set it to false.");
        }
        if (!isForDevelopment(found)) {
            final int replicas = found.partitions().get(0).replicas().size();
            if (replicas < 2) {
                warnings.add("Kafka has one copy of each message of " + name
                        + ", so the loss of a broker's disk loses messages. Use a replication factor of 3.");
            } else if (number(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, 2) < 2) {
                warnings.add(
                        "Kafka may confirm a message of " + name
                                + " with only one copy, because min.insync.replicas is 1. Set min.insync.replicas to 2, with a replication factor of 3.");
            }
        }
        return warnings;
    }

    /** Returns true for brokers on this machine, such as the embedded one. */
    private static boolean isForDevelopment(final TopicDescription found) {
        return found.partitions().get(0).replicas().stream()
                .allMatch(each -> each.host().equals("localhost") || each.host().startsWith("127."));
    }

    static String text(final Config config, final String name, final String otherwise) {
        final ConfigEntry entry = config.get(name);
        return entry == null || entry.value() == null ? otherwise : entry.value();
    }

    static long number(final Config config, final String name, final long otherwise) {
        return Long.parseLong(text(config, name, Long.toString(otherwise)));
    }
}
