package org.jzenith.benchmark.scale;

import com.google.inject.Injector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.Message;
import org.jzenith.messages.Topic;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.internal.consumer.ConsumerRuntime;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.internal.topic.KnownTopics;
import org.jzenith.messages.plugin.MessagesPlugin;

/**
 * Instances of a consumer that come and go: the code of jZenith's consumers, on a {@link SimulatedEngine}. First they come and go without
 * messages, so that each call belongs to a rebalance; then while keys with queues of different lengths are handled.
 */
final class ConsumerSimulation {

    private static final Topic<HandledKeys.Task> TASKS =
            Topic.of("tasks", HandledKeys.Task.class).keyedBy(HandledKeys.Task::key);
    private static final int ATTEMPTS = 1_000;
    private static final int BATCHES = 40;
    private static final int MOST_AT_ONCE = 5;
    private static final long LIMIT_NANOS = 120_000_000_000L;

    private final int partitions;
    private final int most;
    private final SplittableRandom random;
    private final SimulatedEngine engine;
    private final Injector injector;
    private final HandledKeys keys = new HandledKeys();
    private final List<ConsumerRuntime> instances = new ArrayList<>();
    private final List<ConsumerRuntime> gone = new ArrayList<>();
    private final Map<String, Long> published = new HashMap<>();
    private final List<Rebalance> rebalances = new ArrayList<>();
    private int started;

    /** A change of the instances. */
    enum Change {
        JOIN,
        LEAVE,
        LOSS,
        SEVERAL
    }

    /**
     * A rebalance.
     *
     * @param before the number of instances before it
     * @param busy true if messages were handled meanwhile
     */
    record Rebalance(Change change, int before, boolean busy, RebalanceWork work, double millis) {

        int moved() {
            return work.assigned;
        }
    }

    /**
     * Starts the application that has the consumers.
     *
     * @param most the largest number of instances
     */
    ConsumerSimulation(final Cleanup cleanup, final int partitions, final int most, final long seed) {
        this.partitions = partitions;
        this.most = most;
        this.random = new SplittableRandom(seed);
        this.engine = new SimulatedEngine(partitions);
        cleanup.add(engine, engine::end);
        final RunningApplication application = JZenith.application(
                        "--messages.tasks.over=simulated",
                        "--messages.tasks.retry-pause=1ms",
                        "--jzenith.event-loops=2")
                .withPlugins(MessagesPlugin.create().publishing(TASKS))
                .withModules(binder -> MessageEngine.binder(binder).addBinding().toInstance(engine))
                .run();
        cleanup.add(application, application::stop);
        injector = application.injector();
    }

    /**
     * Runs the simulation.
     *
     * @param messages the number of messages
     * @param keyCount the number of keys
     */
    void run(final int messages, final int keyCount) {
        while (instances.size() < most) {
            change(Change.JOIN);
        }
        for (int i = 0; i < most / 10; i++) {
            change(Change.LEAVE);
            change(Change.JOIN);
            change(Change.LOSS);
            change(Change.JOIN);
        }
        for (int batch = 0; batch < BATCHES; batch++) {
            publish(messages / BATCHES, keyCount);
            final int before = instances.size();
            final long begin = System.nanoTime();
            for (int i = random.nextInt(MOST_AT_ONCE); i >= 0; i--) {
                start(
                        instances.size() < most * 3 / 4
                                ? Change.JOIN
                                : instances.size() >= most ? Change.LEAVE : Change.values()[random.nextInt(3)]);
            }
            settle(Change.SEVERAL, before, true, begin);
        }
        await(engine::isCommitted, "all messages are committed");
        while (!instances.isEmpty()) {
            start(Change.LEAVE);
        }
        gone.forEach(each -> each.drain(Duration.ZERO, Duration.ofSeconds(10)).blockingAwait());
    }

    private void change(final Change change) {
        final int before = instances.size();
        final long begin = System.nanoTime();
        start(change);
        settle(change, before, false, begin);
    }

    private void start(final Change change) {
        if (change == Change.JOIN) {
            instances.add(begin(started++));
            return;
        }
        final int index = random.nextInt(instances.size());
        final ConsumerRuntime instance = instances.remove(index);
        gone.add(instance);
        if (change == Change.LOSS) {
            engine.lose(index);
        }
        instance.announceStop();
    }

    @SuppressWarnings("unchecked") // the topic has this class
    private ConsumerRuntime begin(final int number) {
        final ConsumerDefinition definition = new ConsumerDefinition(
                TASKS,
                "simulation",
                HandledKeys.class,
                (unused, message) -> keys.handle(number, (Message<HandledKeys.Task>) message),
                "the simulation");
        final ConsumerRuntime instance =
                new ConsumerRuntime(injector, injector.getInstance(KnownTopics.class), List.of(definition), ATTEMPTS);
        instance.begin().blockingAwait();
        return instance;
    }

    private void settle(final Change change, final int before, final boolean busy, final long begin) {
        await(engine::isSettled, "each partition is at one instance");
        final double millis = (System.nanoTime() - begin) / 1e6;
        if (engine.imbalance() > 1) {
            throw new BenchmarkException("An instance has " + engine.imbalance() + " partitions more than another.");
        }
        rebalances.add(new Rebalance(change, before, busy, engine.takeWork(), millis));
    }

    private static void await(final BooleanSupplier condition, final String what) {
        final long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > LIMIT_NANOS) {
                throw new BenchmarkException("It is not true after two minutes that " + what + ".");
            }
            MeasuredServer.pause(1);
        }
    }

    /** Publishes messages of random keys, some of which have many. */
    private void publish(final int count, final int keyCount) {
        final List<StoredMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final double part = random.nextDouble();
            final String key = "key-" + (int) (part * part * keyCount);
            final long number = published.merge(key, 1L, Long::sum);
            messages.add(new StoredMessage(
                    1,
                    Math.floorMod(key.hashCode(), partitions),
                    key + "-" + number,
                    key,
                    Map.of(),
                    String.format(Locale.ROOT, "{\"key\":\"%s\",\"number\":%d}", key, number)
                            .getBytes(StandardCharsets.UTF_8),
                    Instant.now()));
        }
        engine.publish(messages);
    }

    List<Rebalance> rebalances() {
        return rebalances;
    }

    HandledKeys keys() {
        return keys;
    }

    /** Returns the number of messages that were published. */
    long published() {
        return published.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of messages that no instance has handled. */
    long missing() {
        return published.entrySet().stream()
                .mapToLong(entry -> entry.getValue() - keys.last(entry.getKey()))
                .sum();
    }

    /** Returns how often instances have started. */
    int started() {
        return started;
    }
}
