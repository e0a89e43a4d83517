package org.jzenith.benchmark.messages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.JvmMemory;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;

/** Thousands of clients of server-sent events at two instances, of which some stop to read. */
final class LiveClients {

    private static final int INSTANCES = 2;
    private static final int BYTES = 1_000;
    private static final int PER_SECOND = 2;
    private static final int SLOW = 20;
    private static final double NANOS_OF_A_MILLI = 1e6;
    private static final double KIBIBYTES_OF_A_MEBIBYTE = 1_024;

    private final DurablePostgresql database;
    private final boolean inDatabase;
    private final List<Instance> instances = new ArrayList<>();
    private final int clients;
    private final int seconds;
    private final FigureTable table;
    private long published;

    /** Starts two processes of the application. */
    LiveClients(final Cleanup cleanup, final String over, final LoadOptions options, final FigureTable table) {
        this.clients = options.number("--clients", 10_000);
        this.seconds = options.number("--seconds", 30);
        this.table = table;
        this.inDatabase = over.equals("postgresql");
        database = new DurablePostgresql(cleanup);
        final Path logs = cleanup.temporaryFolder();
        final EngineServer.Program engine = EngineServer.program(cleanup, over, database);
        engine.open(List.of());
        final Map<String, String> settings = EngineServer.settings(over, database.port(), engine.port(0));
        for (int i = 1; i <= INSTANCES; i++) {
            final Instance instance = new Instance(cleanup, String.valueOf(i), List.of(), settings, logs);
            instances.add(instance);
            instance.start();
        }
        instances.forEach(Instance::awaitReady);
    }

    void measure() {
        try (EventClients streams = new EventClients("/notes/events")) {
            final List<EventClients.EventClient> slow = open(streams, SLOW, true);
            final double without = heap();
            final double statements = statements();
            open(streams, clients - SLOW, false);
            if (inDatabase) {
                final Spread growth = new Spread();
                growth.add(statements() / statements);
                table.atMost("statements of an instance, x those with " + SLOW + " clients", growth, 1.2);
            }
            final Spread kibibytes = new Spread();
            kibibytes.add((heap() - without) * KIBIBYTES_OF_A_MEBIBYTE / (clients - SLOW));
            table.add("heap of a client, KiB", kibibytes, 1);
            final double all = times(streams, List.of(), "all of " + clients + " clients read");
            final double before = heap();
            slow.forEach(stream -> streams.reads(stream, false));
            final double others = times(streams, slow, SLOW + " of " + clients + " clients do not read");
            final Spread times = new Spread();
            times.add(others / all);
            table.atMost("x the p99 without slow clients", times, 1.5);
            final Spread grown = new Spread();
            grown.add(heap() / before);
            table.atMost(
                    "heap of both instances after events that slow clients do not read, x before them", grown, 1.2);
            slow.forEach(stream -> streams.reads(stream, true));
            final long begin = System.nanoTime();
            streams.awaitAllBut(List.of(), published, number -> {});
            final Spread caughtUp = new Spread();
            caughtUp.add((System.nanoTime() - begin) / NANOS_OF_A_MILLI);
            table.add("until the slow clients have read all they missed, ms", caughtUp, 0);
        }
    }

    private List<EventClients.EventClient> open(
            final EventClients streams, final int count, final boolean smallBuffer) {
        final List<EventClients.EventClient> opened = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            opened.add(streams.open(instances.get(i % INSTANCES).port(), smallBuffer));
        }
        return opened;
    }

    /** Returns the memory of live objects of all instances, in MiB. */
    private double heap() {
        double sum = 0;
        for (final Instance instance : instances) {
            try (JvmMemory memory = JvmMemory.of(instance.pid())) {
                sum += memory.liveHeap();
            }
        }
        return sum;
    }

    /** Returns the statements of an instance in a second, while nothing is published; 0 if the topic is not in the database. */
    private double statements() {
        if (!inDatabase) {
            return 0;
        }
        database.logStatements(true);
        MeasuredServer.pause(1_000);
        final long before = database.statements();
        MeasuredServer.pause(seconds * 1_000L);
        final double perSecond = (double) (database.statements() - before) / seconds / INSTANCES;
        database.logStatements(false);
        return perSecond;
    }

    /** Publishes, and returns the p99 of the times until a client has an event, in milliseconds. */
    private double times(final EventClients streams, final List<EventClients.EventClient> without, final String what) {
        final int events = seconds * PER_SECOND;
        final long first = published;
        final AtomicLongArray begins = new AtomicLongArray(events);
        Front.daemon(() -> publish(begins));
        final long[] nanos = new long[events * (streams.count() - without.size())];
        final int[] count = new int[1];
        published += events;
        streams.awaitAllBut(
                without,
                published,
                number -> nanos[count[0]++] = System.nanoTime() - begins.get((int) (number - first)));
        Arrays.sort(nanos);
        final Spread median = new Spread();
        median.add(nanos[nanos.length / 2] / NANOS_OF_A_MILLI);
        table.add("from publishing to a client, p50, ms; " + what, median, 0);
        final Spread p99 = new Spread();
        p99.add(nanos[(int) (nanos.length * 99L / 100)] / NANOS_OF_A_MILLI);
        table.add("from publishing to a client, p99, ms; " + what, p99, 0);
        return p99.median();
    }

    private void publish(final AtomicLongArray begins) {
        final long begin = System.nanoTime();
        for (int i = 0; i < begins.length(); i++) {
            final long due = begin + i * TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
            MeasuredServer.pause(Math.max(0, TimeUnit.NANOSECONDS.toMillis(due - System.nanoTime())));
            begins.set(i, System.nanoTime());
            final int status = Http.post(
                            instances.get(i % INSTANCES).port(), "/notes?bytes=" + BYTES, Probes.HUNG_MILLIS)
                    .status();
            if (status / 100 != 2) {
                throw new BenchmarkException("A note was not published, but answered with " + status + ".");
            }
        }
    }
}
