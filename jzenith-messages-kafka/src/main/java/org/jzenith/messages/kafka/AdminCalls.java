package org.jzenith.messages.kafka;

import io.reactivex.Single;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.connection.KafkaErrors;
import org.jzenith.kafka.internal.connection.KafkaFutures;

/** Calls the library's admin client. Results arrive on the subscriber's event loop. Safe for use by many threads. */
final class AdminCalls {

    private static final int LOOKS = 50;
    private static final int LOOK_MILLIS = 10;

    private final KafkaConnections connections;
    private final int timeoutMillis;

    AdminCalls(final KafkaConnections connections) {
        this.connections = connections;
        this.timeoutMillis = Math.toIntExact(connections.requestTimeout().toMillis());
    }

    int timeoutMillis() {
        return timeoutMillis;
    }

    /**
     * Calls the admin client at each subscription.
     *
     * @param action the start of error texts, such as "The topic 'a' cannot be described"
     */
    <T> Single<T> call(final String action, final Function<Admin, KafkaFuture<T>> call) {
        return KafkaFutures.single(action, () -> call.apply(connections.admin()));
    }

    /** Returns true if the error means that the topic does not exist. */
    static boolean isMissing(final Throwable error) {
        return KafkaErrors.isUnknownTopic(error) || KafkaErrors.isUnknownTopic(error.getCause());
    }

    /** Describes a topic. If it does not exist, the result is an error for which {@link #isMissing} returns true. */
    Single<TopicDescription> describe(final String topic) {
        return call(
                "The topic '" + topic + "' cannot be described",
                admin -> describe(admin, List.of(topic)).get(topic));
    }

    private Map<String, KafkaFuture<TopicDescription>> describe(final Admin admin, final Collection<String> topics) {
        return admin.describeTopics(topics, new DescribeTopicsOptions().timeoutMs(timeoutMillis))
                .topicNameValues();
    }

    /** Describes topics. Each has its own result, which arrives on a thread of the library. */
    Map<String, KafkaFuture<TopicDescription>> describe(final Collection<String> topics) {
        return describe(connections.admin(), topics);
    }

    /**
     * Returns the offset after the last committed record of each partition. The brokers confirm a transaction before they end it, so this
     * method waits for transactions that are about to end.
     */
    Single<Map<TopicPartition, Long>> ends(final String topic, final Collection<TopicPartition> partitions) {
        return ends(topic, partitions, IsolationLevel.READ_UNCOMMITTED)
                .flatMap(written -> ends(topic, partitions, IsolationLevel.READ_COMMITTED)
                        .repeatWhen(results -> results.delay(LOOK_MILLIS, TimeUnit.MILLISECONDS)
                                .take(LOOKS))
                        .takeUntil((Map<TopicPartition, Long> ends) ->
                                partitions.stream().allMatch(each -> offset(ends, each) >= offset(written, each)))
                        .lastOrError());
    }

    private static long offset(final Map<TopicPartition, Long> offsets, final TopicPartition partition) {
        return Objects.requireNonNull(offsets.get(partition));
    }

    private Single<Map<TopicPartition, Long>> ends(
            final String topic, final Collection<TopicPartition> partitions, final IsolationLevel isolation) {
        final Map<TopicPartition, OffsetSpec> latest =
                partitions.stream().collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
        return call(
                        "The end of the topic '" + topic + "' cannot be read",
                        admin -> admin.listOffsets(latest, new ListOffsetsOptions(isolation).timeoutMs(timeoutMillis))
                                .all())
                .map(found -> found.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, each -> each.getValue().offset())));
    }
}
