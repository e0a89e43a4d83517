package org.jzenith.kafka.internal.consumer;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Deserializer;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.kafka.KafkaGroup;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.kafka.internal.producer.TransactionRunner;

/** The handlers of all groups of this application. They begin when it is ready. Safe for use by many threads. */
public final class GroupHub implements GaugeSource {

    /**
     * Prepares groups without opening a connection.
     *
     * @param sender sends copies of records that failed
     * @param transactions creates a producer for transactions with an id, without opening a connection
     * @param injector the application's objects
     */
    public GroupHub(
            final KafkaConnections connections,
            final RecordSender sender,
            final Function<String, TransactionRunner> transactions,
            final Injector injector) {}

    /**
     * Returns a group of a topic.
     *
     * @param values creates a reader of values, which one event loop uses
     * @param name the name of the group in the brokers
     */
    @SuppressWarnings("DoNotCallSuggester")
    public <V> KafkaGroup<V> group(final String topic, final Supplier<Deserializer<V>> values, final String name) {
        throw new UnsupportedOperationException(topic + name);
    }

    /** Begins to handle records. */
    public void begin() {}

    /** Begins no further record, and leaves the groups when the running handlers have ended. */
    public void stop() {}

    /**
     * Waits for the handlers in progress, commits, and leaves the groups.
     *
     * @param stopDelay {@code jzenith.stop-delay}
     * @param drainTimeout {@code jzenith.drain-timeout}
     */
    public Completable drain(final Duration stopDelay, final Duration drainTimeout) {
        return Completable.complete();
    }

    @Override
    public List<Gauge> gauges() {
        return List.of();
    }
}
