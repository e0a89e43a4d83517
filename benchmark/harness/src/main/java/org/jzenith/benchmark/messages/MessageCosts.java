package org.jzenith.benchmark.messages;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.sql.Outbox;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;

/** Costs of the outbox, its relay and live events: {@code benchmark/message-costs --help} tells how. */
public final class MessageCosts {

    private static final String HELP = """
            Measures two instances of an application on one PostgreSQL, which syncs each commit to the disk:

              insert   an insert with publish in a transaction, beside the insert alone and beside a second
                       insert of the same bytes by hand; they take turns. The topic has no consumer
              relay    messages that wait in the outbox while a number is published in each second
              live     the time from commit to a client of server-sent events of the other instance
              idle     statements in a second of both instances, which do nothing

                benchmark/message-costs [--skip-build] [options]

              --only NAMES         some of insert,relay,live,idle
              --over NAME          the engine: postgresql or redis (default postgresql)
              --rounds N           how often inserts are measured (default 7)
              --rate N             messages of the relay in a second (default 5000)
              --seconds N          length of the other measurements (default 30)
              --help               this text
            """;

    private static final int INSERTS = 1_000;
    private static final int IN_FLIGHT = 16;
    private static final int PART = 50;
    private static final int CUSTOMERS = 20;
    private static final int LIVE_MILLIS = 10;
    private static final int LIVE_WARM_UP = 500;
    private static final int WARM_UP = 3;
    private static final double NANOS_OF_A_MICRO = 1e3;
    private static final double NANOS_OF_A_MILLI = 1e6;

    private final LoadOptions options;
    private final DurablePostgresql server;
    private final List<RunningApplication> instances = new ArrayList<>();
    private final Database database;
    private final Outbox outbox;
    private final AtomicLong numbers = new AtomicLong();

    private MessageCosts(final Cleanup cleanup, final LoadOptions options) {
        this.options = options;
        this.server = new DurablePostgresql(cleanup);
        final String over = options.text("--over", "postgresql");
        final List<String> settings = new ArrayList<>(List.of(
                "--rest.port=0",
                "--postgresql.port=" + server.port(),
                "--messages.orders.over=" + over,
                "--messages.notes.over=" + over,
                "--messages.copies.over=" + over));
        if (over.equals("redis")) {
            settings.add("--redis.port=" + new DurableRedis(cleanup).port());
        }
        for (int i = 1; i <= 2; i++) {
            final List<String> own = new ArrayList<>(settings);
            own.add("--orders.instance=" + i);
            final RunningApplication instance = OrderApplication.application(
                            Duration.ofHours(1), own.toArray(String[]::new))
                    .run();
            cleanup.add(instance, instance::stop);
            instances.add(instance);
        }
        this.database = instances.get(0).get(Database.class);
        this.outbox = instances.get(0).get(Outbox.class);
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options =
                    LoadOptions.parse(List.of("--only", "--over", "--rounds", "--rate", "--seconds"), arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            final MessageCosts costs = new MessageCosts(cleanup, options);
            final FigureTable table = new FigureTable();
            for (final String name :
                    options.text("--only", "idle,insert,live,relay").split(",", -1)) {
                switch (name) {
                    case "idle" -> costs.idle(table);
                    case "insert" -> costs.insert(table);
                    case "live" -> costs.live(table);
                    case "relay" -> costs.relay(table);
                    default -> throw new BenchmarkException("There is no measurement '" + name + "'; see --help.");
                }
            }
            table.print(System.out);
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
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
                                final OrderPlaced order = order();
                                return database.withTransactionCompletable(tx -> work.in(tx, order));
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

    private void insert(final FigureTable table) {
        database.query("CREATE TABLE outbox_by_hand (LIKE jzenith_outbox INCLUDING ALL)")
                .execute()
                .blockingAwait();
        for (final int inFlight : new int[] {1, IN_FLIGHT}) {
            final Way bare = new Way("insert", MessageCosts::insert);
            final Way byHand =
                    new Way("two inserts", (tx, order) -> insert(tx, order).andThen(insertByHand(tx, order)));
            final Way published = new Way(
                    "insert and publish",
                    (tx, order) -> insert(tx, order).andThen(outbox.publish(tx, OrderApplication.COPIES, order)));
            final List<Way> ways = new ArrayList<>(List.of(bare, byHand, published));
            for (int round = -WARM_UP; round < options.number("--rounds", 7); round++) {
                for (final Way way : ways) {
                    way.run(inFlight);
                    awaitEmpty();
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
        return own.plus(server.cpuTime()).toNanos();
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

    private OrderPlaced order() {
        final long number = numbers.incrementAndGet();
        return new OrderPlaced("customer-" + number % CUSTOMERS, number, 1);
    }

    private static Completable insert(final SqlTransaction tx, final OrderPlaced order) {
        return tx.query(
                        "INSERT INTO orders (customer, number, amount) VALUES ($1, $2, $3)",
                        order.customer(),
                        order.number(),
                        order.amount())
                .execute();
    }

    private long waiting() {
        return database.query("SELECT count(*) FROM " + OUTBOX)
                .map(row -> row.getLong(0))
                .single()
                .blockingGet();
    }

    private static final String OUTBOX = "jzenith_outbox";

    private void awaitEmpty() {
        while (waiting() > 0) {
            MeasuredServer.pause(50);
        }
    }

    /** Publishes at a rate, and looks at the outbox in each second. */
    private void relay(final FigureTable table) {
        final int rate = options.number("--rate", 5_000);
        final Spread waiting = new Spread();
        final long begin = System.nanoTime();
        final long parts = (long) rate * seconds() / PART;
        final var publishing = Flowable.intervalRange(0, parts, 0, 1_000_000L * PART / rate, TimeUnit.MICROSECONDS)
                .onBackpressureBuffer()
                .flatMapCompletable(
                        i -> database.withTransactionCompletable(tx -> Flowable.range(0, PART)
                                .concatMapCompletable(j -> outbox.publish(tx, OrderApplication.ORDERS, order()))),
                        false,
                        IN_FLIGHT)
                .doOnComplete(() -> System.err.printf("published in %.1f s%n", (System.nanoTime() - begin) / 1e9))
                .toFlowable()
                .subscribe();
        for (int i = 0; i < seconds(); i++) {
            MeasuredServer.pause(1_000);
            final long now = waiting();
            System.err.println("waiting in the outbox: " + now);
            waiting.add((double) now);
        }
        while (!publishing.isDisposed()) {
            MeasuredServer.pause(10);
        }
        final Spread took = new Spread();
        took.add((System.nanoTime() - begin) / 1e9);
        awaitEmpty();
        final Spread sent = new Spread();
        sent.add((System.nanoTime() - begin) / 1e9);
        table.add("messages that wait in the outbox at " + rate + " published in a second", waiting, 0);
        table.add("seconds to publish " + parts * PART, took, 1);
        table.add("seconds until the relay has sent them", sent, 1);
    }

    private void live(final FigureTable table) {
        final long[] times = new long[seconds() * 1_000 / LIVE_MILLIS];
        final Map<Long, Long> committed = new ConcurrentHashMap<>();
        final Map<Long, Long> received = new ConcurrentHashMap<>();
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), instances.get(1).port())) {
            socket.getOutputStream().write(Http.head("GET /orders/events", "Accept: text/event-stream\r\n"));
            final BufferedReader reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            reader.readLine();
            Front.daemon(() -> read(reader, received));
            Flowable.interval(LIVE_MILLIS, TimeUnit.MILLISECONDS)
                    .take(LIVE_WARM_UP + times.length)
                    .onBackpressureBuffer()
                    .flatMapCompletable(i -> {
                        final OrderPlaced order = order();
                        return database.withTransactionCompletable(tx ->
                                        insert(tx, order).andThen(outbox.publish(tx, OrderApplication.ORDERS, order)))
                                .doOnComplete(() -> {
                                    if (i >= LIVE_WARM_UP) {
                                        committed.put(order.number(), System.nanoTime());
                                    }
                                });
                    })
                    .blockingAwait();
            while (!received.keySet().containsAll(committed.keySet())) {
                MeasuredServer.pause(10);
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The events cannot be read.", e);
        }
        int count = 0;
        for (final Map.Entry<Long, Long> each : committed.entrySet()) {
            times[count++] = Objects.requireNonNull(received.get(each.getKey())) - each.getValue();
        }
        Arrays.sort(times);
        final Spread median = new Spread();
        median.add(times[times.length / 2] / NANOS_OF_A_MILLI);
        final Spread p99 = new Spread();
        p99.add(times[times.length * 99 / 100] / NANOS_OF_A_MILLI);
        table.add("from commit to a client of the other instance, p50, ms", median, 1);
        table.atMost("from commit to a client of the other instance, p99, ms", p99, 100);
    }

    private static void read(final BufferedReader reader, final Map<Long, Long> received) throws IOException {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.startsWith("data:")) {
                received.put(Long.parseLong(line.replaceAll(".*\"number\":(\\d+).*", "$1")), System.nanoTime());
            }
        }
    }

    private void idle(final FigureTable table) {
        server.logStatements(true);
        MeasuredServer.pause(2_000);
        final long before = server.statements();
        MeasuredServer.pause(seconds() * 1_000L);
        final Spread perSecond = new Spread();
        perSecond.add((double) (server.statements() - before) / seconds() / instances.size());
        server.logStatements(false);
        table.atMost("statements of an idle instance in a second", perSecond, 2);
    }
}
