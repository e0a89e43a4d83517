package org.jzenith.benchmark.messages;

import com.sun.management.OperatingSystemMXBean;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.Kafka;
import org.jzenith.kafka.KafkaGroup;
import org.jzenith.kafka.KafkaTopic;
import org.jzenith.kafka.plugin.KafkaPlugin;

/** Processor time of this process for a record of Kafka, beside loops by hand, which take turns. The broker is another process. */
final class KafkaCosts {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final int BYTES = 200;
    private static final int RECORDS = 500_000;
    private static final int READ_RECORDS = 2_000_000;

    /** The records after which measuring of reading begins, so that the start of a consumer does not count. */
    private static final int SKIPPED = 200_000;

    private static final int IN_FLIGHT = 1_000;
    private static final int WARM_UP = 3;
    private static final long LIMIT_SECONDS = 120;
    private static final double AIM = 1.25;
    private static final double NANOS_OF_A_MICRO = 1e3;
    private static final String SENT = "sent";
    private static final String READ = "read";

    private final Cleanup cleanup;
    private final String servers;
    private final int rounds;
    private final KafkaByHand byHand;
    private final byte[] value = new byte[BYTES];

    /**
     * Creates the topics.
     *
     * @param servers the address of a broker
     */
    KafkaCosts(final Cleanup cleanup, final String servers, final LoadOptions options) {
        this.cleanup = cleanup;
        this.servers = servers;
        this.rounds = options.number("--rounds", 7);
        this.byHand = new KafkaByHand(servers);
        cleanup.add(byHand, byHand::close);
        byHand.createTopic(SENT);
        byHand.createTopic(READ);
    }

    /**
     * Counts the records that were read, and the processor time from the first one that counts to the last one. Threads that read partitions
     * add what they have read at once, so that they do not wait for each other here.
     */
    static final class Count {

        private final AtomicLong records = new AtomicLong();
        private final CountDownLatch complete = new CountDownLatch(1);
        private volatile long begin;
        private long nanos;

        /** Adds the records of a poll or a batch, of which each has {@link #BYTES}. */
        void add(final int number) {
            final long after = records.addAndGet(number);
            if (after >= SKIPPED && after - number < SKIPPED) {
                begin = SYSTEM.getProcessCpuTime();
            }
            if (after >= READ_RECORDS && after - number < READ_RECORDS) {
                nanos = SYSTEM.getProcessCpuTime() - begin;
                complete.countDown();
            }
        }

        /** Refuses a record that is not one of those that were sent. */
        static void check(final byte @Nullable [] value) {
            if (value == null || value.length != BYTES) {
                throw new BenchmarkException("A record has another size than those that were sent.");
            }
        }

        boolean isComplete() {
            return complete.getCount() == 0;
        }

        /** Waits, and returns the processor time of a record in microseconds. */
        double micros() {
            try {
                if (!complete.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new BenchmarkException("The records were not read within " + LIMIT_SECONDS + " s.");
                }
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BenchmarkException("The measurement was interrupted.", e);
            }
            return nanos / NANOS_OF_A_MICRO / (READ_RECORDS - SKIPPED);
        }
    }

    private interface Measurement {
        double micros(int round);
    }

    /** Something that is measured in turns with others, and its figures. */
    private record MeasuredLoop(String name, Measurement measurement, Spread micros, Spread times) {

        MeasuredLoop(final String name, final Measurement measurement) {
            this(name, measurement, new Spread(), new Spread());
        }
    }

    void measure(final FigureTable table) {
        final RunningApplication application = start();
        final KafkaTopic<byte[]> topic = topic(application, SENT);
        final EventLoopContext loop =
                EventLoopContext.onEach(application.get(Vertx.class)).get(0);
        final MeasuredLoop sending =
                new MeasuredLoop("sending a record of 200 bytes", round -> micros(() -> send(loop, topic)));
        compare(
                table,
                new MeasuredLoop(
                        "sending a record of 200 bytes, by hand",
                        round -> micros(() -> byHand.send(SENT, RECORDS, value))),
                sending);
        table.atMost(sending.name + ", x by hand", sending.times, AIM);
        application.stop();
        byHand.send(READ, READ_RECORDS, value);
        final MeasuredLoop records = new MeasuredLoop("reading a record of 200 bytes", this::readRecords);
        final MeasuredLoop batches = new MeasuredLoop("reading a record of 200 bytes, in batches", this::readBatches);
        compare(
                table,
                new MeasuredLoop("reading a record of 200 bytes, by hand", round -> {
                    final Count count = new Count();
                    byHand.read(READ, "by-hand-" + round, count);
                    return count.micros();
                }),
                records,
                batches);
        table.add(records.name + ", x by hand", records.times, 2);
        table.atMost(batches.name + ", x by hand", batches.times, AIM);
    }

    private void compare(final FigureTable table, final MeasuredLoop hand, final MeasuredLoop... others) {
        final List<MeasuredLoop> order = new ArrayList<>(List.of(others));
        order.add(0, hand);
        for (int round = -WARM_UP; round < rounds; round++) {
            final Map<MeasuredLoop, Double> micros = new HashMap<>();
            for (final MeasuredLoop each : order) {
                micros.put(each, each.measurement.micros(round));
            }
            Collections.reverse(order);
            if (round >= 0) {
                final double byHandMicros = Objects.requireNonNull(micros.get(hand));
                micros.forEach((loop, figure) -> {
                    loop.micros.add(figure);
                    loop.times.add(figure / byHandMicros);
                });
            }
        }
        table.add(hand.name + ", µs of processor time", hand.micros, 2);
        for (final MeasuredLoop each : others) {
            table.add(each.name + ", µs of processor time", each.micros, 2);
        }
    }

    private static double micros(final Runnable work) {
        final long begin = SYSTEM.getProcessCpuTime();
        work.run();
        return (SYSTEM.getProcessCpuTime() - begin) / NANOS_OF_A_MICRO / RECORDS;
    }

    private RunningApplication start() {
        final RunningApplication application = JZenith.application()
                .withPlugins(KafkaPlugin.create())
                .withConfiguration("kafka.bootstrap-servers", servers)
                .run();
        cleanup.add(application, application::stop);
        return application;
    }

    private static KafkaTopic<byte[]> topic(final RunningApplication application, final String name) {
        return application.get(Kafka.class).topic(name, ByteArraySerializer.class, ByteArrayDeserializer.class);
    }

    /** Sends from one event loop, with a bounded number of records in flight. */
    private void send(final EventLoopContext loop, final KafkaTopic<byte[]> topic) {
        Completable.create(emitter -> loop.runLater(() -> emitter.setDisposable(Flowable.range(0, RECORDS)
                        .flatMapSingle(number -> topic.send(KafkaByHand.key(number), value), false, IN_FLIGHT)
                        .ignoreElements()
                        .subscribe(emitter::onComplete, emitter::onError))))
                .blockingAwait();
    }

    private double readRecords(final int round) {
        return read(
                "records-" + round,
                (group, count) -> group.handle(record -> {
                    Count.check(record.value());
                    count.add(1);
                    return Completable.complete();
                }));
    }

    private double readBatches(final int round) {
        return read(
                "batches-" + round,
                (group, count) -> group.handleBatches(batch -> {
                    batch.forEach(record -> Count.check(record.value()));
                    count.add(batch.size());
                    return Completable.complete();
                }));
    }

    /** Reads the topic from its beginning, with a new group in a new application. */
    private double read(final String group, final BiConsumer<KafkaGroup<byte[]>, Count> handling) {
        final Count count = new Count();
        final RunningApplication application = start();
        handling.accept(topic(application, READ).group(group), count);
        final double micros = count.micros();
        application.stop();
        return micros;
    }
}
