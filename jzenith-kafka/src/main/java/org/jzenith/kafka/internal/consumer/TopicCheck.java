package org.jzenith.kafka.internal.consumer;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.kafka.internal.connection.KafkaConnections;

/**
 * Asks the brokers for a topic every few seconds, because a poll neither fails nor says so when no broker answers, or when the topic is missing.
 * Used by one thread; does not block.
 */
final class TopicCheck {

    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final String topic;
    private final KafkaConnections connections;
    private final Runnable answered;
    private final ReconnectPauses pauses = new ReconnectPauses(PERIOD);
    private @Nullable KafkaFuture<TopicDescription> asked;
    private @Nullable TopicDescription description;
    private @Nullable Throwable error;
    private long due = System.nanoTime();

    /** @param answered called on another thread when an answer has arrived */
    TopicCheck(final String topic, final KafkaConnections connections, final Runnable answered) {
        this.topic = topic;
        this.connections = connections;
        this.answered = answered;
    }

    /** Asks if it is time. Returns true if an answer has arrived since the last call. */
    boolean poll() {
        final KafkaFuture<TopicDescription> current = asked;
        if (current == null) {
            if (System.nanoTime() - due >= 0) {
                ask();
            }
            return false;
        }
        if (!current.isDone()) {
            return false;
        }
        asked = null;
        try {
            description = current.get();
            error = null;
            pauses.lost();
            pauses.opened();
            due = System.nanoTime() + PERIOD.toNanos();
        } catch (final ExecutionException e) {
            error = e.getCause() == null ? e : e.getCause();
            due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauses.next());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private void ask() {
        final int limit =
                (int) Math.min(Integer.MAX_VALUE, connections.requestTimeout().toMillis());
        final DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(limit);
        final KafkaFuture<TopicDescription> future = Objects.requireNonNull(connections
                .admin()
                .describeTopics(List.of(topic), options)
                .topicNameValues()
                .get(topic));
        asked = future.whenComplete((found, failure) -> answered.run());
    }

    /** Returns the last answer; null before the first one. */
    @Nullable
    TopicDescription description() {
        return description;
    }

    /** Returns the error of the last answer; null if it has none. */
    @Nullable
    Throwable error() {
        return error;
    }

    boolean isOk() {
        return description != null && error == null;
    }
}
