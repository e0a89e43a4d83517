package org.jzenith.benchmark.messages;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.sql.SqlTransaction;

/** Costs of the outbox and of its relay. */
final class OutboxCosts {

    private static final int INSERTS = 1_000;
    private static final int IN_FLIGHT = 16;
    private static final int PART = 50;
    private static final int WARM_UP = 3;
    private static final double NANOS_OF_A_MICRO = 1e3;

    private final LoadOptions options;
    private final MeasuredInstances instances;

    OutboxCosts(final LoadOptions options, final MeasuredInstances instances) {
        this.options = options;
        this.instances = instances;
    }

    private int seconds() {
        return options.number("--seconds", 30);
    }

    /** Times of one way to write, whose rounds take turns with those of the others. */
    private final class Way {

        private final String name;
        private final Work work;
        private final Spread micros = new Spread();
        private final Spread cpuMicros = new Spread();
        private final Spread times = new Spread();
        private final Spread cpuTimes = new Spread();
        private double lastMicros;
        private double lastCpuMicros;

        Way(final String name, final Work work) {
            this.name = name;
            this.work = work;
        }

        void run(final int inFlight) {
            final long cpu = cpuNanos();
            final long begin = System.nanoTime();
            Flowable.range(0, INSERTS)
                    .flatMapCompletable(
                            i -> {
                                final OrderPlaced order = instances.order();
                                return instances.database().withTransactionCompletable(tx -> work.in(tx, order));
                            },
                            false,
                            inFlight)
                    .blockingAwait();
            lastMicros = (System.nanoTime() - begin) / NANOS_OF_A_MICRO / INSERTS;
            lastCpuMicros = (cpuNanos() - cpu) / NANOS_OF_A_MICRO / INSERTS;
        }

        void note(final Way bare) {
            micros.add(lastMicros);
            cpuMicros.add(lastCpuMicros);
            times.add(lastMicros / bare.lastMicros);
            cpuTimes.add(lastCpuMicros / bare.lastCpuMicros);
        }
    }

    private interface Work {
        Completable in(SqlTransaction tx, OrderPlaced order);
    }

    void insert(final FigureTable table) {
        instances
                .database()
                .query("CREATE TABLE outbox_by_hand (LIKE jzenith_outbox INCLUDING ALL)")
                .execute()
                .blockingAwait();
        for (final int inFlight : new int[] {1, IN_FLIGHT}) {
            final Way bare = new Way("insert", MeasuredInstances::insert);
            final Way byHand = new Way(
                    "two inserts",
                    (tx, order) -> MeasuredInstances.insert(tx, order).andThen(insertByHand(tx, order)));
            final Way published = new Way(
                    "insert and publish",
                    (tx, order) -> MeasuredInstances.insert(tx, order)
                            .andThen(instances.outbox().publish(tx, OrderApplication.COPIES, order)));
            final List<Way> ways = new ArrayList<>(List.of(bare, byHand, published));
            for (int round = -WARM_UP; round < options.number("--rounds", 7); round++) {
                for (final Way way : ways) {
                    way.run(inFlight);
                    instances.awaitEmpty();
                }
                if (round >= 0) {
                    ways.forEach(way -> way.note(bare));
                }
                Collections.rotate(ways, 1);
            }
            final String in = inFlight == 1 ? ", one at a time" : ", " + inFlight + " at a time";
            for (final Way way : List.of(bare, byHand, published)) {
                table.add(way.name + in + ", µs", way.micros, 0);
                table.add(way.name + in + ", processor time of both instances and PostgreSQL, µs", way.cpuMicros, 0);
            }
            table.add("two inserts, x the insert" + in, byHand.times, 2);
            table.add("two inserts, x the insert's processor time" + in, byHand.cpuTimes, 2);
            table.atMost("insert and publish, x the insert" + in, published.times, 1.3);
            table.add("insert and publish, x the insert's processor time" + in, published.cpuTimes, 2);
        }
    }

    /** Returns the processor time of this process, in which both instances are, and of the server. */
    private long cpuNanos() {
        final Duration own = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        return own.plus(instances.server().cpuTime()).toNanos();
    }

    /** Inserts what the outbox inserts, without a lock and without a relay. */
    private static Completable insertByHand(final SqlTransaction tx, final OrderPlaced order) {
        return tx.query(
                        "INSERT INTO outbox_by_hand (topic, partition_number, message_id, message_key, headers, body,"
                                + " published_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                        OrderApplication.COPIES.name(),
                        0,
                        UUID.randomUUID().toString(),
                        order.customer(),
                        "{}",
                        Buffer.buffer("{\"customer\":\"" + order.customer() + "\",\"number\":" + order.number()
                                + ",\"amount\":" + order.amount() + "}"),
                        Instant.now())
                .execute();
    }

    /** Publishes at a rate, and looks at the outbox in each second. */
    void relay(final FigureTable table) {
        final int rate = options.number("--rate", 5_000);
        final Spread waiting = new Spread();
        final long begin = System.nanoTime();
        final long parts = (long) rate * seconds() / PART;
        final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        final var publishing = Flowable.intervalRange(0, parts, 0, 1_000_000L * PART / rate, TimeUnit.MICROSECONDS)
                .onBackpressureBuffer()
                .flatMapCompletable(
                        i -> instances
                                .database()
                                .withTransactionCompletable(tx -> Flowable.range(0, PART)
                                        .concatMapCompletable(j -> instances
                                                .outbox()
                                                .publish(tx, OrderApplication.ORDERS, instances.order()))),
                        false,
                        IN_FLIGHT)
                .doOnComplete(() -> System.err.printf("published in %.1f s%n", (System.nanoTime() - begin) / 1e9))
                .toFlowable()
                .subscribe(nothing -> {}, failure::set);
        for (int i = 0; i < seconds(); i++) {
            MeasuredServer.pause(1_000);
            final long now = instances.waiting();
            System.err.println("waiting in the outbox: " + now);
            waiting.add((double) now);
        }
        while (!publishing.isDisposed()) {
            MeasuredServer.pause(10);
        }
        final Throwable failed = failure.get();
        if (failed != null) {
            throw new BenchmarkException("Publishing has failed.", failed);
        }
        final Spread took = new Spread();
        took.add((System.nanoTime() - begin) / 1e9);
        instances.awaitEmpty();
        final Spread sent = new Spread();
        sent.add((System.nanoTime() - begin) / 1e9);
        table.add("messages that wait in the outbox at " + rate + " published in a second", waiting, 0);
        table.add("seconds to publish " + parts * PART, took, 1);
        table.add("seconds until the relay has sent them", sent, 1);
    }

    void idle(final FigureTable table) {
        instances.server().logStatements(true);
        MeasuredServer.pause(2_000);
        final long before = instances.server().statements();
        MeasuredServer.pause(seconds() * 1_000L);
        final Spread perSecond = new Spread();
        perSecond.add((double) (instances.server().statements() - before) / seconds() / instances.count());
        instances.server().logStatements(false);
        table.atMost("statements of an idle instance in a second", perSecond, 2);
    }
}
