package org.jzenith.benchmark.resilience;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jzenith.benchmark.process.BenchmarkDatabase;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.SecretTokens;

/** Presses the example with bodies: {@code benchmark/bodies --help} tells how. */
public final class Bodies {

    private static final String HELP = """
        Presses the example, whose heap is small, with bodies that are below its limit each and far beyond its
        memory in sum, and measures how it answers meanwhile, and how soon it does so again afterwards:
        first with uploads that stop half-way, then with many large documents at a time. At the end it is
        told to stop.

          benchmark/bodies [--skip-build] [options]

          --heap SIZE          the heap of the example (default 256m)
          --half-sent N        uploads of 10 MB that stop half-way (default 20)
          --clients N          clients that send documents (default 100)
          --mebibytes N        the size of a document (default 9)
          --seconds N          how long they do (default 20)
          --jar FILE           another build of the example
          --help               this text
        """;

    private static final int HALF_SENT_BYTES = 10_000_000;
    private static final int HALF_SENT_SECONDS = 5;
    private static final int PROBE_MILLIS = 2_000;
    private static final int ANSWER_MILLIS = 60_000;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final InetSocketAddress address;
    private final Child program;
    private final Path log;
    private long errorsBefore;

    private Bodies(final InetSocketAddress address, final Child program, final Path log) {
        this.address = address;
        this.program = program;
        this.log = log;
    }

    /**
     * The program. Its exit code is 0 if all was measured, 1 if it could not be, 2 if the command line is wrong.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        final PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        try {
            final Map<String, String> options = options(arguments);
            if (options.containsKey("--help")) {
                new PrintStream(System.out, true, StandardCharsets.UTF_8).print(HELP);
                return;
            }
            try (Cleanup cleanup = new Cleanup()) {
                Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
                start(cleanup, options).measure(options);
            } catch (final IOException | BenchmarkException e) {
                err.println(e.getMessage());
                System.exit(1);
            }
        } catch (final IllegalArgumentException e) {
            err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static Map<String, String> options(final String... arguments) {
        final Map<String, String> options = new TreeMap<>(Map.of(
                "--heap", "256m", "--half-sent", "20", "--clients", "100", "--mebibytes", "9", "--seconds", "20"));
        for (int i = 0; i < arguments.length; i += 2) {
            final boolean help = arguments[i].equals("--help");
            if (!help && (i + 1 == arguments.length || !HELP.contains("  " + arguments[i] + " "))) {
                throw new IllegalArgumentException("There is no option '" + arguments[i]
                        + "', or its value is missing. It comes from the command line; --help lists the options.");
            }
            options.put(arguments[i], help ? "" : arguments[i + 1]);
        }
        return options;
    }

    private static Bodies start(final Cleanup cleanup, final Map<String, String> options) {
        final Path root = Path.of(System.getProperty("benchmark.root", "")).toAbsolutePath();
        final Path jar = Path.of(options.getOrDefault(
                "--jar",
                root.resolve("jzenith-example/target/jzenith-example.jar").toString()));
        if (!Files.isRegularFile(jar)) {
            throw new BenchmarkException(
                    "There is no " + jar + ". Use the script of this measurement, which builds it.");
        }
        final int port = Child.freePort();
        final Map<String, String> environment = BenchmarkDatabase.start(cleanup).environment();
        environment.put("REST_PORT", String.valueOf(port));
        environment.put("REST_ACCESS_LOG_FORMAT", "off");
        environment.put("JWT_ISSUER", SecretTokens.ISSUER);
        environment.put("JWT_SECRET", SecretTokens.SECRET);
        final Path log = cleanup.temporaryFolder().resolve("example.log");
        final Child program = Child.start(
                "The example",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + options.get("--heap"),
                        "-jar",
                        jar.toString()),
                environment,
                log);
        cleanup.add("example", program::close);
        return new Bodies(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), program, log);
    }

    private void measure(final Map<String, String> options) throws IOException {
        untilGood();
        if (!Probe.isGood(address, ANSWER_MILLIS)) {
            throw program.silence();
        }
        out.println("| pressure | answers | out of memory | probes answered | slowest probe | CPU | first good answer"
                + " after |");
        out.println("|---|---|--:|--:|--:|--:|--:|");
        final int halfSent = Integer.parseInt(options.getOrDefault("--half-sent", ""));
        row(halfSent + " uploads of 10 MB stop half-way", () -> leaveHalfSent(halfSent));
        final int clients = Integer.parseInt(options.getOrDefault("--clients", ""));
        final int size = Integer.parseInt(options.getOrDefault("--mebibytes", "")) << 20;
        final int seconds = Integer.parseInt(options.getOrDefault("--seconds", ""));
        row(
                clients + " clients send " + (size >> 20) + " MiB each, for " + seconds + " s",
                () -> sendAll(clients, size, seconds));
        final long begin = System.nanoTime();
        program.tellToEnd();
        try {
            program.awaitEnd(PATIENCE);
            out.println("\nTold to stop, it ended after " + seconds(begin) + ".");
        } catch (final BenchmarkException e) {
            out.println("\nTold to stop, it had not ended after " + seconds(begin) + ".");
        }
    }

    private interface Pressure {

        Map<String, Integer> apply() throws IOException;
    }

    private void row(final String name, final Pressure pressure) throws IOException {
        final Probe probe = new Probe(address, PROBE_MILLIS);
        final long begin = System.nanoTime();
        final Duration cpu = program.cpuTime();
        final Map<String, Integer> answers = pressure.apply();
        final double busy = (double) program.cpuTime().minus(cpu).toNanos() / (System.nanoTime() - begin);
        probe.close();
        final String first = untilGood();
        final long errors = errors();
        out.println("| " + name + " | " + text(answers) + " | " + (errors - errorsBefore) + " | " + probe.answered()
                + " of " + probe.sent() + " | " + probe.slowestMillis() + " ms | "
                + String.format(Locale.ROOT, "%.0f %%", busy * 100) + " | " + first + " |");
        errorsBefore = errors;
    }

    private static String text(final Map<String, Integer> answers) {
        return answers.entrySet().stream()
                .map(entry -> entry.getValue() + " x " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    private Map<String, Integer> leaveHalfSent(final int count) throws IOException {
        final List<Uploader> open = new ArrayList<>();
        final List<Thread> senders = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                final Uploader uploader = new Uploader(address, ANSWER_MILLIS);
                open.add(uploader);
                senders.add(start(() -> uploader.send("/users", HALF_SENT_BYTES, HALF_SENT_BYTES - 1000)));
            }
            pause(HALF_SENT_SECONDS);
        } finally {
            for (final Uploader uploader : open) {
                uploader.close();
            }
        }
        join(senders);
        return Map.of();
    }

    private Map<String, Integer> sendAll(final int clients, final int size, final int seconds) {
        final Map<String, Integer> answers = new ConcurrentHashMap<>();
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        final Set<Uploader> open = ConcurrentHashMap.newKeySet();
        final List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            senders.add(start(() -> {
                while (System.nanoTime() - end < 0) {
                    answers.merge(send(size, open), 1, Integer::sum);
                }
            }));
        }
        pause(seconds);
        // They leave all at once, wherever they are.
        open.forEach(Uploader::closeQuietly);
        join(senders);
        return new TreeMap<>(answers);
    }

    private String send(final int size, final Set<Uploader> open) {
        try (Uploader uploader = new Uploader(address, ANSWER_MILLIS)) {
            open.add(uploader);
            try {
                return String.valueOf(uploader.post("/users", size));
            } finally {
                open.remove(uploader);
            }
        } catch (final IOException e) {
            return "none";
        }
    }

    private interface Work {

        void run() throws IOException;
    }

    private static Thread start(final Work work) {
        final Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (final IOException e) {
                System.getLogger(Bodies.class.getName()).log(System.Logger.Level.DEBUG, "A client ends", e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void join(final List<Thread> threads) {
        try {
            for (final Thread thread : threads) {
                thread.join();
            }
        } catch (final InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static void pause(final int seconds) {
        try {
            TimeUnit.SECONDS.sleep(seconds);
        } catch (final InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static BenchmarkException interrupted(final InterruptedException e) {
        Thread.currentThread().interrupt();
        return new BenchmarkException("The measurement was interrupted.", e);
    }

    private String untilGood() {
        final long begin = System.nanoTime();
        while (System.nanoTime() - begin < PATIENCE.toNanos()) {
            if (!program.isAlive()) {
                return "never: it has ended";
            }
            if (Probe.isGood(address, PROBE_MILLIS)) {
                return seconds(begin);
            }
        }
        return "none within " + PATIENCE.toSeconds() + " s";
    }

    private static String seconds(final long begin) {
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - begin) / 1e9);
    }

    private long errors() throws IOException {
        try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.contains("OutOfMemoryError")).count();
        }
    }
}
