package org.jzenith.benchmark.messages;

import com.sun.management.OperatingSystemMXBean;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
import org.jzenith.kafka.KafkaTopic;
import org.jzenith.kafka.plugin.KafkaPlugin;

/** Processor time of this process for a record of Kafka, beside loops by hand, which take turns. The broker is another process. */
final class KafkaCosts {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final int BYTES = 200;
    private static final int RECORDS = 500_000;

    /** The records after which measuring begins, so that the start of a consumer does not count. */
    private static final int SKIPPED = 50_000;

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

    /** Counts the records that were read, and the processor time from the first one that counts to the last one. */
    static final class Count {

        private final AtomicLong bytes = new AtomicLong();
        private final CountDownLatch complete = new CountDownLatch(1);
        private long records;
        private long begin;
        private long nanos;

        synchronized void add(final byte @Nullable [] value) {
            bytes.addAndGet(value == null ? 0 : value.length);
            records++;
            if (records == SKIPPED) {
                begin = SYSTEM.getProcessCpuTime();
            } else if (records == RECORDS) {
                nanos = SYSTEM.getProcessCpuTime() - begin;
                complete.countDown();
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
            if (bytes.get() != (long) RECORDS * BYTES) {
                throw new BenchmarkException("The records have another size than those that were sent.");
            }
            return nanos / NANOS_OF_A_MICRO / (RECORDS - SKIPPED);
        }
    }

    private interface Measurement {
        double micros(int round);
    }

    void measure(final FigureTable table) {
        final RunningApplication application = start();
        final KafkaTopic<byte[]> topic = topic(application, SENT);
        final EventLoopContext loop =
                EventLoopContext.onEach(application.get(Vertx.class)).get(0);
        compare(
                table,
                "sending a record of 200 bytes",
                round -> micros(() -> byHand.send(SENT, RECORDS, value)),
                round -> micros(() -> send(loop, topic)));
        application.stop();
        byHand.send(READ, RECORDS, value);
        compare(
                table,
                "reading a record of 200 bytes",
                round -> {
                    final Count count = new Count();
                    byHand.read(READ, "by-hand-" + round, count);
                    return count.micros();
                },
                this::read);
    }

    private void compare(
            final FigureTable table, final String name, final Measurement hand, final Measurement jzenith) {
        final Spread handMicros = new Spread();
        final Spread ourMicros = new Spread();
        final Spread times = new Spread();
        final List<Boolean> order = new ArrayList<>(List.of(true, false));
        for (int round = -WARM_UP; round < rounds; round++) {
            double byHandMicros = 0;
            double micros = 0;
            for (final boolean isHand : order) {
                if (isHand) {
                    byHandMicros = hand.micros(round);
                } else {
                    micros = jzenith.micros(round);
                }
            }
            Collections.reverse(order);
            if (round >= 0) {
                handMicros.add(byHandMicros);
                ourMicros.add(micros);
                times.add(micros / byHandMicros);
            }
        }
        table.add(name + ", by hand, µs of processor time", handMicros, 2);
        table.add(name + ", µs of processor time", ourMicros, 2);
        table.atMost(name + ", x by hand", times, AIM);
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

    /** Reads the topic from its beginning, with a new group in a new application. */
    private double read(final int round) {
        final Count count = new Count();
        final RunningApplication application = start();
        topic(application, READ).group("jzenith-" + round).handle(record -> {
            count.add(record.value());
            return Completable.complete();
        });
        final double micros = count.micros();
        application.stop();
        return micros;
    }
}
