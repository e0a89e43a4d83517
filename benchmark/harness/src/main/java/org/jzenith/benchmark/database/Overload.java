package org.jzenith.benchmark.database;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Processors;

/** Asks for more than the database can answer: {@code benchmark/overload --help} tells how. */
public final class Overload {

    private static final String HELP = """
            Asks the example for more than its database can answer, with ever more connections, and counts
            what is answered and what is refused. After a refusal the clients wait as Retry-After says, or
            ask again at once.

                benchmark/overload [--skip-build] [options]

              --connections LIST   how many at a time (default 64,256,512,1024,2000,4000)
              --path TEXT          what is asked for (default /queries?queries=500)
              --seconds N          the time for each number (default 8), after a quarter of it that does not count;
                                   before all of them, 64 connections warm the example up for 20 s, and with
                                   --arrivals 20 s at the highest rate follow
              --clients TEXT       polite (default): wait as they are told; or rude: ask again at once
              --arrivals LIST      instead of --connections: requests arrive at these multiples of what 64
                                   connections get answered, in an open loop, such as 1,2,5
              --phases LIST        instead of --connections: 64 connections ask for these paths one after the other,
                                   --seconds each; PATH@pause stops the process for 2 s, such as
                                   /db,/queries?queries=20,/updates?queries=20@pause
              --rounds N           of the arrivals (default 1); the medians and the spread follow. Each rate is
                                   compared with the mean of what 64 connections get before and after it
              --pinned             the example and its database have processor 0, and the clients processor 1
              --environment LIST   settings of the example, such as REST_ADAPTIVE_LIMIT_ENABLED=true
              --jar FILE           the program (default: the example)
              --help               this text
            """;

    private static final List<String> OPTIONS = List.of(
            "--connections",
            "--path",
            "--seconds",
            "--clients",
            "--arrivals",
            "--phases",
            "--rounds",
            "--environment",
            "--jar");

    private static final String PINNED = "--pinned";

    private static final int WARM_UP_SECONDS = 20;

    /** A round's result at one rate. */
    private record Round(String times, double good, double ofBest, double cpuMillis, double refusedP99) {}

    /** The throughput of 64 connections in a closed loop. */
    private record Best(double perSecond, double cpuMillis) {}

    /** The result of one arrival rate, with the processors that the server used. */
    private record Rate(double perSecond, double processors, OpenLoop.Result result) {}

    private Overload() {}

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final boolean pinned = Arrays.asList(arguments).contains(PINNED);
            final LoadOptions options = LoadOptions.parse(
                    OPTIONS,
                    Arrays.stream(arguments)
                            .filter(argument -> !argument.equals(PINNED))
                            .toArray(String[]::new));
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            if (pinned) {
                Processors.use(0); // the processes that are started have the same
            }
            final Example example = Example.start(cleanup, options);
            if (pinned) {
                Processors.use(1);
            }
            measure(example, options);
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void measure(final Example example, final LoadOptions options) {
        final String path = options.text("--path", "/queries?queries=500");
        final boolean polite = !options.text("--clients", "polite").equals("rude");
        final int seconds = options.number("--seconds", 8);
        final double warm = (double) new LoadClients(example.address(), path, polite)
                        .ask(64, 0, WARM_UP_SECONDS)
                        .good()
                / WARM_UP_SECONDS;
        final String phases = options.text("--phases", "");
        if (!phases.isEmpty()) {
            new Phases(example, seconds).measure(phases);
            return;
        }
        if (!options.text("--arrivals", "").isEmpty()) {
            measureArrivals(example, path, polite, seconds, warm, options);
            return;
        }
        System.out.println("| connections | good/s | refused/s | refusals: p50, ms | p99, ms | longest, ms"
                + " | without Retry-After | errors |\n|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (final String connections :
                options.text("--connections", "64,256,512,1024,2000,4000").split(",", -1)) {
            final LoadClients.Result result = new LoadClients(example.address(), path, polite)
                    .ask(Integer.parseInt(connections), Math.max(1, seconds / 4), seconds);
            System.out.println(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %d | %d |",
                    connections,
                    (double) result.good() / seconds,
                    (double) result.refused() / seconds,
                    result.p50(),
                    result.p99(),
                    result.worst(),
                    result.withoutRetryAfter(),
                    result.errors()));
            // The last requests end before the next clients come.
            MeasuredServer.pause(2_000);
        }
    }

    /** The goal: with five times the load, nine tenths of the best throughput, and refusals within 100 ms. */
    private static void measureArrivals(
            final Example example,
            final String path,
            final boolean polite,
            final int seconds,
            final double warm,
            final LoadOptions options) {
        final String[] multiples = options.text("--arrivals", "").split(",", -1);
        final double most =
                Arrays.stream(multiples).mapToDouble(Double::parseDouble).max().orElse(1);
        final int rounds = options.number("--rounds", 1);
        final List<Double> bests = new ArrayList<>();
        final List<Round> all = new ArrayList<>();
        try (OpenLoop loop = new OpenLoop(example.address(), path, polite)) {
            // Opens the connections. The JVM compiles what refuses requests only when there are refusals.
            loop.send(warm * most, 0, WARM_UP_SECONDS);
            for (int round = 1; round <= rounds; round++) {
                final Best first = best(example, path, seconds);
                Best before = first;
                bests.add(first.perSecond);
                System.out.println(String.format(
                        Locale.ROOT,
                        "Round %d of %d: 64 connections get %.1f answers a second, with %.2f ms of CPU time for each.%n",
                        round,
                        rounds,
                        first.perSecond,
                        first.cpuMillis));
                System.out.println(
                        "| times | due/s | sent of due | processors of the server | good/s | best before/s | after/s | of the mean best | CPU time for a good answer, ms | good: p50, ms | p99, ms | refused/s | refusals: p50, ms"
                                + " | p99, ms | errors | unanswered | not sent | connections |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
                for (final String times : multiples) {
                    final Rate rate = rate(example, loop, before.perSecond * Double.parseDouble(times), seconds);
                    MeasuredServer.pause(2_000);
                    final Best after = best(example, path, seconds);
                    bests.add(after.perSecond);
                    all.add(round(times, rate, before, after, seconds));
                    before = after;
                }
            }
        }
        if (rounds > 1) {
            report(bests, all, multiples, rounds);
        }
    }

    /** Asks with 64 connections in a closed loop. */
    private static Best best(final Example example, final String path, final int seconds) {
        final Duration before = example.program().cpuTime();
        final long begin = System.nanoTime();
        final double best = (double) new LoadClients(example.address(), path, false)
                        .ask(64, Math.max(1, seconds / 4), seconds)
                        .good()
                / seconds;
        return new Best(best, 1_000 * processors(example, before, begin) / best);
    }

    private static Rate rate(final Example example, final OpenLoop loop, final double perSecond, final int seconds) {
        final Duration before = example.program().cpuTime();
        final long begin = System.nanoTime();
        final OpenLoop.Result result = loop.send(perSecond, Math.max(1, seconds / 4), seconds);
        return new Rate(perSecond, processors(example, before, begin), result);
    }

    private static Round round(
            final String times, final Rate rate, final Best before, final Best after, final int seconds) {
        final OpenLoop.Result result = rate.result;
        final double good = (double) result.inTime() / seconds;
        final double ofBest = 2 * good / (before.perSecond + after.perSecond);
        final double cpuMillis = 1_000 * rate.processors / good;
        System.out.println(String.format(
                Locale.ROOT,
                "| %s | %.1f | %.2f | %.2f | %.1f | %.1f | %.1f | %.2f | %.2f | %.1f | %.1f | %.1f | %.1f | %.1f | %d | %d | %d | %d |",
                times,
                rate.perSecond,
                1 - (double) result.unsent() / Math.max(1, result.due()),
                rate.processors,
                good,
                before.perSecond,
                after.perSecond,
                ofBest,
                cpuMillis,
                result.goodP50(),
                result.goodP99(),
                (double) result.refused() / seconds,
                result.refusedP50(),
                result.refusedP99(),
                result.errors(),
                result.unanswered(),
                result.unsent(),
                result.connections()));
        return new Round(times, good, ofBest, cpuMillis, result.refusedP99());
    }

    private static double processors(final Example example, final Duration before, final long begin) {
        return (double) example.program().cpuTime().minus(before).toNanos() / (System.nanoTime() - begin);
    }

    private static void report(
            final List<Double> bests, final List<Round> all, final String[] multiples, final int rounds) {
        System.out.println(String.format(
                Locale.ROOT,
                "%nMedians of %d rounds (least to largest); 64 connections got %s answers a second.%n",
                rounds,
                spread(bests)));
        System.out.println(
                "| times | good/s | of the best | CPU time for a good answer, ms | refusals: p99, ms |\n|--:|--:|--:|--:|--:|");
        for (final String times : multiples) {
            final List<Round> same =
                    all.stream().filter(round -> round.times.equals(times)).toList();
            System.out.println(String.format(
                    "| %s | %s | %s | %s | %s |",
                    times,
                    spread(same.stream().map(Round::good).toList()),
                    spread(same.stream().map(Round::ofBest).toList()),
                    spread(same.stream().map(Round::cpuMillis).toList()),
                    spread(same.stream().map(Round::refusedP99).toList())));
        }
    }

    private static String spread(final List<Double> figures) {
        final double[] sorted =
                figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        final int middle = sorted.length / 2;
        return String.format(
                Locale.ROOT,
                "%.2f (%.2f to %.2f)",
                sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2,
                sorted[0],
                sorted[sorted.length - 1]);
    }
}
