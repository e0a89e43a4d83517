package org.jzenith.benchmark.database;

import java.util.List;
import java.util.Locale;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;

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
              --jar FILE           the program (default: the example)
              --help               this text
            """;

    private static final List<String> OPTIONS = List.of("--connections", "--path", "--seconds", "--clients", "--jar");

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
}
