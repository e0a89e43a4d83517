package org.jzenith.benchmark.observability;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.Processors;
import org.jzenith.benchmark.process.TraceCollector;

/** Measures the cost of observability; {@code benchmark/observability --help} tells how. */
public final class Observability {

    private static final String HELP = """
            Measures the CPU time and the allocation of a request with metrics and traces, and prints each figure beside
            its aim. The example runs several times at once, each with a PostgreSQL of its own, and wrk loads them in
            turns; Vert.x Web runs without and with its Micrometer metrics. Traces go to a collector that keeps nothing.

                benchmark/observability [--skip-build] [options]

              --paths LIST         the requested paths (default /json,/db)
              --more TEXT          arguments of one more example, such as
                                   '--rest.admin.port=0 --rest.access-log.format=json'
              --processes N        how often all programs are started anew (default 3)
              --rounds N           rounds in each process (default 5)
              --seconds N          the time of a round (default 4)
              --warm-up N          seconds of load of each program, repeated until none gets faster (default 5)
              --connections N      connections of wrk (default 64)
              --jvm-options TEXT   options of the JVM of all programs, such as an agent
              --pinned             the programs have processor 0, and the load has processor 1
              --help               this text
            """;

    private static final List<String> OPTIONS = List.of(
            "--paths", "--more", "--processes", "--rounds", "--seconds", "--warm-up", "--connections", "--jvm-options");

    private static final String PINNED = "--pinned";

    private Observability() {}

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        final Cleanup cleanup = new Cleanup();
        Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (cleanup) {
            final boolean pinned = Arrays.asList(arguments).contains(PINNED);
            final LoadOptions options = LoadOptions.parse(
                    OPTIONS,
                    Arrays.stream(arguments)
                            .filter(argument -> !argument.equals(PINNED))
                            .toArray(String[]::new));
            if (options.help()) {
                out.print(HELP);
                return;
            }
            measure(options, cleanup, pinned, out);
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            cleanup.close();
            System.exit(1);
        }
    }

    private static void measure(
            final LoadOptions options, final Cleanup cleanup, final boolean pinned, final PrintStream out) {
        final Path root = Path.of(System.getProperty("benchmark.root", "")).toAbsolutePath();
        final Path folder = cleanup.temporaryFolder();
        if (pinned) {
            Processors.use(ObservedPrograms.CLIENTS);
        }
        final FigureTable results = new FigureTable();
        final TraceCollector collector = new TraceCollector();
        cleanup.add(collector, collector::close);
        new ObservationCosts(
                        new ObservedPrograms(root, folder, options, pinned),
                        collector.endpoint("example"),
                        folder,
                        cleanup,
                        options,
                        out)
                .measure(results);
        results.print(out);
    }
}
