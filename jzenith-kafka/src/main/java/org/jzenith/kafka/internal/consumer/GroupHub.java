package org.jzenith.kafka.internal.consumer;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.disposables.Disposable;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.KafkaGroup;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.kafka.internal.producer.TransactionRunner;

/** The handlers of all groups of this application. They start when it is ready. Safe for use by many threads. */
public final class GroupHub implements GaugeSource {

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final KafkaConnections connections;
    private final Function<String, TransactionRunner> transactions;
    private final Duration transactionLimit;
    private final Injector injector;
    private final DeadRecords dead;
    private final Set<String> handled = new HashSet<>();
    private final List<RecordConsumer<?>> consumers = new ArrayList<>();
    private boolean begun;
    private boolean stopped;
    private @Nullable Completable closing;

    /**
     * Prepares groups without opening a connection.
     *
     * @param sender sends copies of records that failed
     * @param transactions creates a producer for transactions with an id, without opening a connection
     * @param transactionLimit {@code kafka.transaction.timeout}
     * @param injector the application's objects
     */
    public GroupHub(
            final KafkaConnections connections,
            final RecordSender sender,
            final Function<String, TransactionRunner> transactions,
            final Duration transactionLimit,
            final Injector injector) {
        this.connections = connections;
        this.transactions = transactions;
        this.transactionLimit = transactionLimit;
        this.injector = injector;
        this.dead = new DeadRecords(sender);
    }

    /**
     * Returns a group of a topic.
     *
     * @param values creates a reader of values, which one event loop uses
     * @param name the name of the group in the brokers
     */
    public <V> KafkaGroup<V> group(final String topic, final Supplier<Deserializer<V>> values, final String name) {
        return new TopicGroup<>(this, topic, name, values, TopicGroupOptions.defaults());
    }

    TransactionRunner transactions(final String id) {
        return transactions.apply(id);
    }

    /** @throws IllegalStateException if a handler that takes its time would lose its transaction */
    void checkTransactions(final TopicGroup<?> group) {
        final Duration limit = group.options().timeout();
        if (limit.compareTo(transactionLimit) >= 0) {
            throw new IllegalStateException(
                    "A handler of " + group + " may take " + limit.toMillis()
                            + " ms (withTimeout(..)), but its transaction is aborted after "
                            + transactionLimit.toMillis()
                            + " ms (kafka.transaction.timeout). Set kafka.transaction.timeout to a longer time, or shorten withTimeout(..).");
        }
    }

    synchronized <V> void handle(
            final TopicGroup<V> group, final RecordConsumer.QueueHandlers<V> handlers, final boolean inTransactions) {
        if (stopped) {
            throw new IllegalStateException("The application is stopping, so " + group + " is not handled.");
        }
        if (!handled.add(group.toString())) {
            throw new IllegalStateException("The application already handles " + group + ". Call handle(..) once.");
        }
        final RecordConsumer<V> consumer = new RecordConsumer<>(group, handlers, inTransactions, dead);
        consumers.add(consumer);
        if (begun) {
            begin(consumer);
        }
    }

    private void begin(final RecordConsumer<?> consumer) {
        final TopicGroup<?> group = consumer.group();
        final List<EventLoopContext> loops =
                new ArrayList<>(EventLoopContext.onEach(injector.getInstance(Vertx.class)));
        Collections.rotate(loops, -consumers.indexOf(consumer));
        final Duration drain = injector.getInstance(JZenithConfiguration.class).drainTimeout();
        consumer.begin(
                injector,
                connections,
                loops,
                new ReaderOptions(
                        group.topic(),
                        group.name(),
                        group.options().fromLatest(),
                        false,
                        false,
                        group.options().timeout().plusSeconds(1),
                        shorter(drain.dividedBy(4), LONGEST_CLOSE)));
    }

    private static Duration shorter(final Duration first, final Duration second) {
        return first.compareTo(second) < 0 ? first : second;
    }

    /** Starts to handle records. */
    public synchronized void begin() {
        begun = true;
        consumers.forEach(this::begin);
    }

    /** Starts no further record, and leaves the groups when the running handlers have ended. */
    public void stop() {
        final Disposable unused = closing().onErrorComplete().subscribe();
    }

    private synchronized Completable closing() {
        stopped = true;
        consumers.forEach(RecordConsumer::stop);
        if (closing == null) {
            closing = Completable.mergeDelayError(
                            consumers.stream().map(RecordConsumer::close).toList())
                    .cache();
        }
        return closing;
    }

    /**
     * Waits for the handlers in progress, commits, and leaves the groups.
     *
     * @param stopDelay {@code jzenith.stop-delay}
     * @param drainTimeout {@code jzenith.drain-timeout}
     */
    public Completable drain(final Duration stopDelay, final Duration drainTimeout) {
        return Completable.defer(() -> {
            final Completable left = closing();
            final List<RecordConsumer<?>> all;
            synchronized (this) {
                all = List.copyOf(consumers);
            }
            return Completable.mergeDelayError(all.stream()
                            .map(each -> each.drain(stopDelay, drainTimeout))
                            .toList())
                    .mergeWith(left);
        });
    }

    /** Returns the worst health of a group; down if records are not read until somebody does something about it. */
    public synchronized Health health() {
        return consumers.stream()
                .map(RecordConsumer::health)
                .max(Comparator.comparing(Health::status))
                .orElseGet(Health::healthy);
    }

    @Override
    public synchronized List<Gauge> gauges() {
        final List<Gauge> gauges = new ArrayList<>();
        gauges.add(Gauge.ofTotal("kafka.dead-records", "records", dead::total));
        consumers.forEach(each -> addGauges(each, gauges));
        return gauges;
    }

    private static <V> void addGauges(final RecordConsumer<V> consumer, final List<Gauge> gauges) {
        final String prefix =
                "kafka." + consumer.group().topic() + "." + consumer.group().name() + ".";
        gauges.add(Gauge.of(prefix + "in-flight", "records", () -> consumer.count(PartitionQueue::isBusy)));
        gauges.add(Gauge.of(
                prefix + "waiting",
                "records",
                () -> consumer.sum(each -> each.load().records())));
        gauges.add(Gauge.of(
                prefix + "waiting-size",
                "bytes",
                () -> consumer.sum(each -> each.load().bytes())));
        gauges.add(Gauge.of(
                prefix + "paused-partitions",
                "partitions",
                () -> consumer.count(each -> each.load().isPaused())));
        gauges.add(Gauge.of(prefix + "lag", "records", consumer::lag));
    }
}
