package org.jzenith.benchmark.footprint;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jzenith.benchmark.harness.LoadLoop;
import org.jzenith.benchmark.process.BenchmarkException;

/** Measures the example on several JVMs and with several of their options: {@code benchmark/jvms --help} tells how. */
public final class Jvms {

    private static final String HELP = """
            Measures the example on several JVMs, each with the serial, parallel, G1 and Z collector, with an
            archive (AppCDS, or the AOT cache where the JVM has it), and, where the JVM has them, with compact
            object headers and with the Graal compiler as a JIT compiler. For each: start, memory, CPU time a
            request and p99 of /json and /db. Then the example on Redis, as the first jZenith measured its own: GET of
            a user for ten seconds after a minute of load. Nothing stays behind.

                benchmark/jvms [--skip-build] [options]

              --jvms LIST          folders of Java installations, separated by commas (default: the one
                                   this runs on)
              --runs N             starts of each (default 5); the last one is loaded
              --seconds N          length of a load (default 8)
              --warm-up N          seconds of load before each (default 15)
              --connections N      connections of the load (default 64)
              --redis-warm-up N    seconds of load before that of the example on Redis (default 60)
              --redis-seconds N    length of that load (default 10)
              --only NAMES         some of example,redis (default: both)
              --out FOLDER         where jvms.md is written (default: benchmark/results/ and the time)
              --help               this text
            """;

    private static final List<String> OPTIONS = List.of(
            "--jvms",
            "--runs",
            "--seconds",
            "--warm-up",
            "--connections",
            "--graal",
            "--out",
            "--redis-warm-up",
            "--redis-seconds",
            "--only");
    private static final List<String> COLLECTORS = List.of("Serial", "Parallel", "G1", "Z");
    private static final List<String> PATHS = List.of("/json", "/db");
    private static final double P99 = 99;

    private final FootprintOptions options;
    private final MeasurementEnvironment environment;
    private final Output output;

    private Jvms(final FootprintOptions options, final MeasurementEnvironment environment, final Output output) {
        this.options = options;
        this.environment = environment;
        this.output = output;
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed, 2 if the command line is wrong.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        final Output output = new Output();
        try {
            final FootprintOptions options = FootprintOptions.parse(OPTIONS, arguments);
            final List<Jvm> jvms = options.jvms();
            System.exit(output.of(options, HELP, (same, root, environment) -> {
                final String markdown = new Jvms(options, environment, output).measure(jvms);
                output.publish(options, root, "jvms.md", markdown);
            }));
        } catch (final BenchmarkException e) {
            output.refuse(e);
            System.exit(2);
        }
    }

    /** A JVM with options of its own. */
    private record Variant(String title, Jvm jvm, boolean archived) {}

    private List<Variant> variants(final Jvm jvm) {
        final List<Variant> variants = new ArrayList<>();
        for (final String collector : COLLECTORS) {
            variants.add(variant(collector, jvm, List.of("-XX:+Use" + collector + "GC")));
        }
        variants.add(new Variant("G1, " + jvm.archiveName(), jvm.with(List.of("-XX:+UseG1GC")), true));
        if (jvm.isAheadOfTime()) {
            variants.add(variant(
                    "G1, compact object headers", jvm, List.of("-XX:+UseG1GC", "-XX:+UseCompactObjectHeaders")));
            options.graal()
                    .ifPresent(modules -> variants.add(variant(
                            "G1, Graal compiler",
                            jvm,
                            List.of(
                                    "-XX:+UseG1GC",
                                    "-XX:+UnlockExperimentalVMOptions",
                                    "-XX:+UseJVMCICompiler",
                                    "--upgrade-module-path=" + modules))));
        }
        return variants;
    }

    private static Variant variant(final String title, final Jvm jvm, final List<String> more) {
        return new Variant(title, jvm.with(more), false);
    }

    private String measure(final List<Jvm> jvms) {
        final List<String> only =
                List.of(options.text("--only", "example,redis").split(",", -1));
        return "# JVMs\n\n"
                + (only.contains("example") ? example(jvms) : "")
                + (only.contains("redis") ? redis(jvms) : "")
                + "\nSystem: "
                + Runtime.getRuntime().availableProcessors()
                + " processors; load generator and server share them.\n";
    }

    private String redis(final List<Jvm> jvms) {
        final StringBuilder text = new StringBuilder("The example on Redis, GET of a user; the CPU time is that of the"
                + " server's process.\n\n| JVM | options | requests/s | p50, ms | p99, ms | CPU time a request, µs |\n"
                + "|---|---|--:|--:|--:|--:|\n");
        for (final Jvm jvm : jvms) {
            for (final String collector : COLLECTORS) {
                output.progress("Measuring Redis on " + jvm.version() + " with " + collector + ".");
                text.append(redisRow(variant(collector, jvm, List.of("-XX:+Use" + collector + "GC"))));
            }
        }
        return text.toString();
    }

    private String redisRow(final Variant variant) {
        try (Running running = environment.start(variant.jvm, Program.REDIS_EXAMPLE, List.of(), List.of())) {
            final LoadLoop load = new LoadLoop(running.awaitUser());
            final int connections = options.number("--connections", 64, 1, 10_000);
            load.run(connections, options.number("--redis-warm-up", 60, 1, 3_600));
            final Duration before = running.cpuTime();
            final LoadLoop.Found found = load.run(connections, options.number("--redis-seconds", 10, 1, 3_600));
            requireGood(found, "a user", running);
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %,.0f | %.2f | %.2f | %.1f |%n",
                    variant.jvm.version(),
                    variant.title,
                    found.nanos().length / found.seconds(),
                    found.milliseconds(50),
                    found.milliseconds(P99),
                    running.cpuTime().minus(before).toNanos() / 1e3 / found.nanos().length);
        }
    }

    private static void requireGood(final LoadLoop.Found found, final String path, final Running running) {
        if (found.nanos().length == 0 || found.errors() > 0) {
            throw new BenchmarkException("The load on " + path + " had " + found.nanos().length + " responses and "
                    + found.errors() + " errors. The program's log ends with: " + running.endOfLog());
        }
    }

    private String example(final List<Jvm> jvms) {
        environment.openDatabase(jvms.get(0));
        final StringBuilder text = new StringBuilder("The example; the start is the median of the starts"
                + " (least to largest), the CPU time is that of the server's process.\n\n"
                + "| JVM | options | first 200, ms | resident at the start, MiB | resident after the loads, MiB");
        PATHS.forEach(
                path -> text.append(" | ").append(path).append(": CPU time a request, µs | p99, ms | requests/s"));
        text.append(" |\n|---|---|").append("--:|".repeat(3 + 3 * PATHS.size())).append('\n');
        for (final Jvm jvm : jvms) {
            for (final Variant variant : variants(jvm)) {
                output.progress("Measuring " + jvm.version() + " with " + variant.title + ".");
                text.append(row(variant));
            }
        }
        return text.append('\n').toString();
    }

    private String row(final Variant variant) {
        final List<String> archive = variant.archived ? archive(variant.jvm) : List.of();
        final Figures firstAnswer = new Figures();
        final Figures memory = new Figures();
        final int runs = options.number("--runs", 5, 1, 1_000);
        String loads = "";
        for (int run = 1; run <= runs; run++) {
            try (Running running = environment.start(variant.jvm, Program.EXAMPLE, archive, List.of())) {
                firstAnswer.add(running.awaitAnswer().toNanos() / 1e6);
                memory.add(Memory.resident(running));
                if (run == runs) {
                    loads = loads(running);
                }
            }
        }
        return "| " + variant.jvm.version() + " | " + variant.title + " | " + firstAnswer.spread(0) + " | "
                + memory.spread(0) + " | " + loads + " |\n";
    }

    private List<String> archive(final Jvm jvm) {
        final Path archive = environment.file("example-" + jvm.version() + ".archive");
        environment.train(jvm, Program.EXAMPLE, jvm.writing(archive));
        return jvm.reading(archive);
    }

    /** Loads a program; returns the cells of what was found. */
    private String loads(final Running running) {
        final StringBuilder cells = new StringBuilder();
        final int connections = options.number("--connections", 64, 1, 10_000);
        for (final String path : PATHS) {
            final LoadLoop load = new LoadLoop(
                    URI.create("http://127.0.0.1:" + running.address().getPort() + path));
            load.run(connections, options.number("--warm-up", 15, 1, 3_600));
            final Duration before = running.cpuTime();
            final LoadLoop.Found found = load.run(connections, options.number("--seconds", 8, 1, 3_600));
            requireGood(found, path, running);
            cells.append(String.format(
                    Locale.ROOT,
                    " | %.1f | %.2f | %,.0f",
                    running.cpuTime().minus(before).toNanos() / 1e3 / found.nanos().length,
                    found.milliseconds(P99),
                    found.nanos().length / found.seconds()));
        }
        return String.format(Locale.ROOT, "%.0f", Memory.resident(running)) + cells;
    }
}
