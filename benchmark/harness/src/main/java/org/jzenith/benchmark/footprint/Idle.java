package org.jzenith.benchmark.footprint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;

/** Measures the memory of connections that rest: {@code benchmark/idle --help} tells how. */
public final class Idle {

    private static final String HELP = """
            Measures the memory of keep-alive connections that rest, for the example and the hand-written
            baseline in turns. Each program is started and warmed up; then all connections are opened, one
            request is sent on each, and after a pause its memory is compared with what it was before.

                benchmark/idle [--skip-build] [options]

              --connections N      connections (default 10000, which is what jZenith accepts by default)
              --rounds N           starts of each program (default 3)
              --seconds N          the pause (default 5)
              --jvm FOLDER         a JDK for the programs (default: the one this runs on)
              --jvm-options TEXT   options of the JVM for the programs (default: none)
              --out FOLDER         where idle.md is written (default: benchmark/results/ and the time)
              --help               this text
            """;

    private static final List<String> OPTIONS =
            List.of("--connections", "--rounds", "--seconds", "--jvm", "--jvm-options", "--out");
    private static final int WARM_UP_CONNECTIONS = 100;
    private static final int WARM_UP_REQUESTS = 200;

    /** Files of a JVM and its libraries. */
    private static final int OTHER_FILES = 300;

    private final Jvm jvm;
    private final MeasurementEnvironment environment;
    private final int connections;
    private final int seconds;

    private Idle(final Jvm jvm, final MeasurementEnvironment environment, final int connections, final int seconds) {
        this.jvm = jvm;
        this.environment = environment;
        this.connections = connections;
        this.seconds = seconds;
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
            final int connections = options.number("--connections", 10_000, 1, 25_000);
            final int rounds = options.number("--rounds", 3, 1, 100);
            final int seconds = options.number("--seconds", 5, 0, 50);
            final Jvm jvm = options.jvm();
            System.exit(output.of(options, HELP, (same, root, environment) -> {
                final String markdown = new Idle(jvm, environment, connections, seconds).measure(rounds, output);
                output.publish(options, root, "idle.md", markdown);
            }));
        } catch (final BenchmarkException e) {
            output.refuse(e);
            System.exit(2);
        }
    }

    private String measure(final int rounds, final Output output) {
        checkFileLimit();
        environment.openDatabase(jvm);
        final MeasuredProgram example = new MeasuredProgram(Program.EXAMPLE);
        final MeasuredProgram baseline = new MeasuredProgram(Program.BASELINE);
        for (int round = 1; round <= rounds; round++) {
            example.measure();
            baseline.measure();
            output.progress("Round " + round + " of " + rounds + " is done.");
        }
        return "# Idle connections\n\n"
                + String.format(
                        Locale.ROOT,
                        "%,d keep-alive connections, one request on each: memory in MiB, median of %d rounds (least to"
                                + " largest).%n%n",
                        connections,
                        rounds)
                + "| program | resident before | resident after | resident added | proportional after | live heap before | live heap after"
                + " | live heap of a connection, KiB |\n|---|--:|--:|--:|--:|--:|--:|--:|\n"
                + example.row() + baseline.row()
                + String.format(
                        Locale.ROOT,
                        "%nRatio to the baseline, of the connections alone: resident memory %.2f, live heap %.2f; of the"
                                + " whole process: resident memory %.2f, proportional memory %.2f, live heap %.2f.%n%n",
                        example.residentAdded.median() / baseline.residentAdded.median(),
                        example.heapOfOne.median() / baseline.heapOfOne.median(),
                        example.residentAfter.median() / baseline.residentAfter.median(),
                        example.proportionalAfter.median() / baseline.proportionalAfter.median(),
                        example.heapAfter.median() / baseline.heapAfter.median())
                + Output.machine(jvm);
    }

    private void checkFileLimit() {
        try {
            final String limit = Files.readAllLines(Path.of("/proc/self/limits")).stream()
                    .filter(line -> line.startsWith("Max open files"))
                    .map(line -> line.replaceAll("^\\D+", "").split(" ", 2)[0])
                    .findFirst()
                    .orElse("");
            if (!limit.isEmpty() && Long.parseLong(limit) < connections + OTHER_FILES) {
                throw new BenchmarkException(
                        "This process may open " + limit + " files, but " + connections + " connections need "
                                + (connections + OTHER_FILES) + ". Raise the hard limit (ulimit -Hn), or give fewer"
                                + " --connections.");
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The limit of open files cannot be read. This measurement needs Linux.", e);
        }
    }

    /** A program, and what was measured of it. */
    private final class MeasuredProgram {

        private final Program program;
        private final Figures residentBefore = new Figures();
        private final Figures residentAfter = new Figures();
        private final Figures residentAdded = new Figures();
        private final Figures proportionalAfter = new Figures();
        private final Figures heapBefore = new Figures();
        private final Figures heapAfter = new Figures();
        private final Figures heapOfOne = new Figures();

        MeasuredProgram(final Program program) {
            this.program = program;
        }

        void measure() {
            try (Running running = environment.start(jvm, program, List.of(), List.of())) {
                running.awaitAnswer();
                ask(running, WARM_UP_CONNECTIONS, WARM_UP_REQUESTS).close();
                pause();
                final double heap = Memory.liveHeap(jvm, running);
                heapBefore.add(heap);
                final double resident = Memory.resident(running);
                residentBefore.add(resident);
                try (Crowd crowd = ask(running, connections, 1)) {
                    pause();
                    final double residentWithAll = Memory.resident(running);
                    residentAfter.add(residentWithAll);
                    residentAdded.add(residentWithAll - resident);
                    proportionalAfter.add(Memory.proportional(running));
                    final double heapWithAll = Memory.liveHeap(jvm, running);
                    heapAfter.add(heapWithAll);
                    heapOfOne.add((heapWithAll - heap) * 1024 / connections);
                    crowd.requireOpen(program.title());
                }
            }
        }

        private Crowd ask(final Running running, final int size, final int requests) {
            final Crowd crowd = new Crowd();
            try {
                for (int i = 0; i < size; i++) {
                    crowd.add(IdleConnection.to(running.address()), requests);
                }
                return crowd;
            } catch (final IOException e) {
                crowd.close();
                throw new BenchmarkException(
                        program.title() + " refuses connection " + (crowd.size() + 1) + " of " + size + ". "
                                + running.endOfLog(),
                        e);
            }
        }

        private void pause() {
            try {
                TimeUnit.SECONDS.sleep(seconds);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BenchmarkException("The measurement was interrupted.", e);
            }
        }

        String row() {
            return "| " + program.title() + " | " + residentBefore.spread(0) + " | " + residentAfter.spread(0) + " | "
                    + residentAdded.spread(0) + " | " + proportionalAfter.spread(0) + " | " + heapBefore.spread(1)
                    + " | " + heapAfter.spread(1) + " | "
                    + heapOfOne.spread(2) + " |\n";
        }
    }

    /** Connections that are open. */
    private static final class Crowd implements AutoCloseable {

        private final List<IdleConnection> connections = new ArrayList<>();

        void add(final IdleConnection connection, final int requests) throws IOException {
            connections.add(connection);
            for (int i = 0; i < requests; i++) {
                if (!connection.ask()) {
                    throw new IOException("there is no answer");
                }
            }
        }

        int size() {
            return connections.size();
        }

        void requireOpen(final String program) {
            int left = 0;
            try {
                for (final IdleConnection connection : connections) {
                    left += connection.isOpen() ? 1 : 0;
                }
            } catch (final IOException e) {
                throw new BenchmarkException(program + " has broken a connection that rested.", e);
            }
            if (left < connections.size()) {
                throw new BenchmarkException(
                        program + " has closed " + (connections.size() - left) + " of " + connections.size()
                                + " connections, so what was measured is not their memory. Shorten the pause by --seconds.");
            }
        }

        @Override
        public void close() {
            for (final IdleConnection connection : connections) {
                try {
                    connection.close();
                } catch (final IOException e) {
                    System.getLogger(Idle.class.getName()).log(System.Logger.Level.DEBUG, "Closing a connection", e);
                }
            }
        }
    }
}
