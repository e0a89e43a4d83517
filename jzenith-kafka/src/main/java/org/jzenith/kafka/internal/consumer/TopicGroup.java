package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Deserializer;
import org.jzenith.kafka.KafkaGroup;
import org.jzenith.kafka.KafkaRecord;
import org.jzenith.kafka.KafkaTransaction;

/** A group of a topic. */
record TopicGroup<V>(
        GroupHub hub, String topic, String name, Supplier<Deserializer<V>> values, TopicGroupOptions options)
        implements KafkaGroup<V> {

    private KafkaGroup<V> with(final Duration timeout, final Duration retryPause, final boolean fromLatest) {
        return new TopicGroup<>(
                hub,
                topic,
                name,
                values,
                new TopicGroupOptions(timeout, retryPause, options.deadTopic(), options.attempts(), fromLatest));
    }

    @Override
    public KafkaGroup<V> withTimeout(final Duration limit) {
        return with(positive("withTimeout", limit), options.retryPause(), options.fromLatest());
    }

    @Override
    public KafkaGroup<V> withRetryPause(final Duration pause) {
        return with(options.timeout(), positive("withRetryPause", pause), options.fromLatest());
    }

    @Override
    public KafkaGroup<V> withDeadTopic(final String dead, final int attempts) {
        if (dead.equals(topic)) {
            throw new IllegalArgumentException(
                    "withDeadTopic(\"" + dead
                            + "\") is the topic itself, so failed records would be handled again and again. Use another topic.");
        }
        if (attempts < 1) {
            throw new IllegalArgumentException(
                    "withDeadTopic(\"" + dead + "\", " + attempts + ") has no attempt. Use 1 or more.");
        }
        return new TopicGroup<>(
                hub,
                topic,
                name,
                values,
                new TopicGroupOptions(options.timeout(), options.retryPause(), dead, attempts, options.fromLatest()));
    }

    @Override
    public KafkaGroup<V> fromLatest() {
        return with(options.timeout(), options.retryPause(), true);
    }

    private static Duration positive(final String option, final Duration value) {
        if (value.toMillis() < 1) {
            throw new IllegalArgumentException(option + "(" + value + ") is shorter than a millisecond.");
        }
        return value;
    }

    @Override
    public void handle(final Function<? super KafkaRecord<V>, Completable> handler) {
        Objects.requireNonNull(handler, "handler");
        hub.handle(this, (consumer, partition) -> new QueueHandler.Plain<>(handler), false);
    }

    @Override
    public void handleBatches(final Function<? super List<KafkaRecord<V>>, Completable> handler) {
        Objects.requireNonNull(handler, "handler");
        hub.handle(this, (consumer, partition) -> new QueueHandler.Batches<>(handler), false);
    }

    @Override
    public void handleInTransaction(
            final BiFunction<? super KafkaRecord<V>, ? super KafkaTransaction, Completable> handler) {
        Objects.requireNonNull(handler, "handler");
        hub.checkTransactions(this);
        hub.handle(
                this,
                (consumer, partition) -> new TransactionQueueHandler<>(
                        handler,
                        hub.transactions(name + "/" + topic + "/" + partition),
                        next -> consumer.reader().positions(partition, next)),
                true);
    }

    @Override
    public String toString() {
        return "the group '" + name + "' of the topic '" + topic + "'";
    }
}
