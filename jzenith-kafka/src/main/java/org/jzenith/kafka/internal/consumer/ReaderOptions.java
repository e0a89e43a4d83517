package org.jzenith.kafka.internal.consumer;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jzenith.kafka.internal.connection.KafkaConnections;

/**
 * The options of a {@link GroupReader}.
 *
 * @param topic the name of the topic
 * @param group the name of the group in the brokers
 * @param fromLatest true if a group without a commit starts after the records that exist
 * @param skipsDeleted true if a group whose next record was deleted goes on with the oldest one that is left, and a group whose commit is of an
 *     earlier topic with this name starts anew; false if the partition stops
 * @param hasTerms true if each owner of a partition has a term, which it commits before the listener knows the partition
 * @param revokeLimit the longest time for which a revoked partition waits for its handlers, within {@code max.poll.interval.ms}
 * @param closeLimit the longest time for the last commit, and for leaving the group, without the time of the handlers
 */
public record ReaderOptions(
        String topic,
        String group,
        boolean fromLatest,
        boolean skipsDeleted,
        boolean hasTerms,
        Duration revokeLimit,
        Duration closeLimit) {

    private static final int FETCH_BYTES = 16_777_216;

    /** More than the library's default, because handlers do not run between polls, and each poll costs. */
    private static final int POLL_RECORDS = 1_000;

    /** Returns the settings of the library's consumer. */
    Map<String, Object> settings(final KafkaConnections connections) {
        final Map<String, Object> settings = new HashMap<>(connections.settings("consumer"));
        settings.putIfAbsent(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        settings.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.computeIfPresent(ConsumerConfig.CLIENT_ID_CONFIG, (key, client) -> client + "-" + group + "-" + topic);
        return settings;
    }

    /** Limits the wait at a revocation to 80 % of {@code max.poll.interval.ms}, after which the brokers give the partitions away. */
    ReaderOptions within(final Map<String, Object> settings) {
        final Object interval = settings.getOrDefault(
                ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                ConsumerConfig.configDef().defaultValues().get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG));
        final Duration longest = Duration.ofMillis(Long.parseLong(String.valueOf(interval)) * 4 / 5);
        return new ReaderOptions(
                topic,
                group,
                fromLatest,
                skipsDeleted,
                hasTerms,
                revokeLimit.compareTo(longest) < 0 ? revokeLimit : longest,
                closeLimit);
    }

    @Override
    public String toString() {
        return "the group '" + group + "' of the topic '" + topic + "'";
    }
}
