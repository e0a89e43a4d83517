package org.jzenith.benchmark.database;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;

/** Asks for more than the database can answer: {@code benchmark/overload --help} tells how. */
public final class Overload {

    private static final String HELP = """
            Asks the example for more than its database can answer, with ever more connections, and counts
            what is answered and what is refused. After a refusal the clients wait as Retry-After says, or
            ask again at once.

                benchmark/overload [--skip-build] [options]

              --connections LIST   how many at a time (default 64,256,512,1024,2000,4000)
              --path TEXT          what is asked for (default /queries?queries=500)
              --seconds N          the time for each number (default 8), after a quarter of it that does not count
              --clients TEXT       polite (default): wait as they are told; or rude: ask again at once
              --arrivals LIST      instead of --connections: requests arrive at these multiples of what 64
                                   connections get answered, in an open loop, such as 1,2,5
              --environment LIST   settings of the example, such as REST_ADAPTIVE_LIMIT_ENABLED=true
              --jar FILE           the program (default: the example)
              --help               this text
            """;

    private static final List<String> OPTIONS =
            List.of("--connections", "--path", "--seconds", "--clients", "--arrivals", "--environment", "--jar");

    private Overload() {}

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options = LoadOptions.parse(OPTIONS, arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            measure(Example.start(cleanup, options), options);
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void measure(final Example example, final LoadOptions options) {
        final String path = options.text("--path", "/queries?queries=500");
        final boolean polite = !options.text("--clients", "polite").equals("rude");
        final int seconds = options.number("--seconds", 8);
        new LoadClients(example.address(), path, polite).ask(64, 0, seconds);
        final String arrivals = options.text("--arrivals", "");
        if (!arrivals.isEmpty()) {
            measureArrivals(example, path, polite, seconds, arrivals);
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
            // What was asked for last is answered or dropped before the next clients come.
            Example.pause(2_000);
        }
    }

    /** The goal: with five times the load, nine tenths of the best throughput, and refusals within 100 ms. */
    private static void measureArrivals(
            final Example example, final String path, final boolean polite, final int seconds, final String multiples) {
        final double best = (double) new LoadClients(example.address(), path, false)
                        .ask(64, Math.max(1, seconds / 4), seconds)
                        .good()
                / seconds;
        System.out.println(String.format(Locale.ROOT, "64 connections get %.1f answers a second.%n", best));
        System.out.println(
                "| times | sent/s | processors of the server | good/s | of the best | good: p50, ms | p99, ms | refused/s | refusals: p50, ms"
                        + " | p99, ms | errors | unanswered | not sent |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (final String times : multiples.split(",", -1)) {
            final double rate = best * Double.parseDouble(times);
            final Duration before = example.program().cpuTime();
            final long begin = System.nanoTime();
            final OpenLoop.Result result =
                    new OpenLoop(example.address(), path, polite).send(rate, Math.max(1, seconds / 4), seconds);
            System.out.println(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.2f | %.1f | %.2f | %.1f | %.1f | %.1f | %.1f | %.1f | %d | %d | %d |",
                    times,
                    rate,
                    (double) example.program().cpuTime().minus(before).toNanos() / (System.nanoTime() - begin),
                    (double) result.inTime() / seconds,
                    result.inTime() / (best * seconds),
                    result.goodP50(),
                    result.goodP99(),
                    (double) result.refused() / seconds,
                    result.refusedP50(),
                    result.refusedP99(),
                    result.errors(),
                    result.unanswered(),
                    result.unsent()));
            Example.pause(2_000);
        }
    }
}
