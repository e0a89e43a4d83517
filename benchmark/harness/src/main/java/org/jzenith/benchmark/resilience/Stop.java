package org.jzenith.benchmark.resilience;

import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;

/** Counts the requests that a stop leaves without an answer: {@code benchmark/stop --help} tells how. */
public final class Stop {

    private static final String HELP = """
            Starts a program, loads it over keep-alive connections, sends it SIGTERM under load, and counts
            the requests that stay without an answer. A client that is told to close its connection opens a
            new one, until nobody listens any more.

                benchmark/stop [--skip-build] [options]

              --runs N             starts of the program (default 20)
              --connections N      keep-alive connections at a time (default 32)
              --seconds N          load before the signal (default 2)
              --delay TEXT         the program's jzenith.stop-delay (default: its own)
              --path TEXT          what is asked for (default /plaintext)
              --ready TEXT         what is 200 as soon as the program has started (default /health/ready)
              --jar FILE           the program (default: a jZenith application without database)
              --help               this text

            The exit code is 0 if each request was answered, 3 if some were not.
            """;

    private static final List<String> OPTIONS =
            List.of("--runs", "--connections", "--seconds", "--delay", "--path", "--ready", "--jar");
    private static final String HELLO = "benchmark/contestants/hello/target/hello.jar";
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int UNANSWERED = 3;

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final Map<String, String> options;
    private final Cleanup cleanup;

    private Stop(final Map<String, String> options, final Cleanup cleanup) {
        this.options = options;
        this.cleanup = cleanup;
    }

    /**
     * The program. Its exit code is 0 if each request was answered, 1 if the measurement failed, 2 if the command line
     * is wrong, 3 if requests stayed without an answer.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            System.exit(new Stop(parse(arguments), cleanup).run());
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static Map<String, String> parse(final String... arguments) {
        final Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--help")) {
                System.out.print(HELP);
                System.exit(0);
            } else if (!OPTIONS.contains(arguments[i]) || i + 1 == arguments.length) {
                System.err.println("The option '" + arguments[i] + "' is unknown or has no value. It comes from the"
                        + " command line; --help lists the options.");
                System.exit(2);
            } else {
                options.put(arguments[i], arguments[++i]);
            }
        }
        return options;
    }

    private int number(final String name, final int otherwise) {
        final String text = options.getOrDefault(name, String.valueOf(otherwise));
        try {
            return Integer.parseUnsignedInt(text);
        } catch (final NumberFormatException e) {
            throw new BenchmarkException("The option " + name + " is '" + text + "'; give a whole number.", e);
        }
    }

    private int run() {
        final int runs = number("--runs", 20);
        final int connections = number("--connections", 32);
        final Path log = cleanup.temporaryFolder().resolve("program.log");
        out.println(
                "| run | answered | answered after the signal | of these with Connection: close"
                        + " | closed in silence | unanswered, first on its connection | unanswered, later | stopped after, ms |");
        out.println("|--:|--:|--:|--:|--:|--:|--:|--:|");
        long answered = 0;
        long first = 0;
        long later = 0;
        for (int run = 1; run <= runs; run++) {
            final KeepAliveClient.Tally tally = new KeepAliveClient.Tally();
            final long millis = stopUnderLoad(connections, log, tally);
            answered += tally.answeredAfterSignal.get();
            first += tally.unansweredFirst.get();
            later += tally.unansweredLater.get();
            out.println("| " + run + " | " + tally.answered + " | " + tally.answeredAfterSignal + " | "
                    + tally.saidClose + " | " + tally.closedInSilence + " | " + tally.unansweredFirst + " | "
                    + tally.unansweredLater + " | " + millis + " |");
        }
        out.printf(
                Locale.ROOT,
                "%n%d runs, %d connections: %d requests without an answer after %d answers since the signal"
                        + " (%d the first on their connection, %d later ones).%n",
                runs,
                connections,
                first + later,
                answered,
                first,
                later);
        return first + later == 0 ? 0 : UNANSWERED;
    }

    private long stopUnderLoad(final int connections, final Path log, final KeepAliveClient.Tally tally) {
        final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Child.freePort());
        try (Child program = Child.start("The program", command(), environment(address.getPort()), log)) {
            cleanup.add("program", program::close);
            awaitReady(program, address);
            final List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                final Thread client = new Thread(
                        new KeepAliveClient(address, options.getOrDefault("--path", "/plaintext"), tally),
                        "client-" + i);
                client.setDaemon(true);
                client.start();
                clients.add(client);
            }
            TimeUnit.SECONDS.sleep(number("--seconds", 2));
            tally.signal();
            final long begin = System.nanoTime();
            program.tellToEnd();
            program.awaitEnd(LIMIT);
            final long millis = (System.nanoTime() - begin) / 1_000_000;
            for (final Thread client : clients) {
                client.join(LIMIT.toMillis());
            }
            return millis;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }

    private List<String> command() {
        final Path jar = Path.of(options.getOrDefault(
                "--jar",
                Path.of(System.getProperty("benchmark.root", "")).resolve(HELLO).toString()));
        if (!Files.isRegularFile(jar)) {
            throw new BenchmarkException(
                    "There is no " + jar + ". Use the script benchmark/stop, which builds it, or --jar.");
        }
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar.toString());
    }

    private Map<String, String> environment(final int port) {
        final Map<String, String> environment = new LinkedHashMap<>();
        environment.put("REST_PORT", String.valueOf(port));
        environment.put("REST_ACCESS_LOG_FORMAT", "off");
        final String delay = options.get("--delay");
        if (delay != null) {
            environment.put("JZENITH_STOP_DELAY", delay);
        }
        return environment;
    }

    private void awaitReady(final Child program, final InetSocketAddress address) throws InterruptedException {
        final String path = options.getOrDefault("--ready", "/health/ready");
        final long begin = System.nanoTime();
        while (!KeepAliveClient.isGood(address, path)) {
            if (!program.isAlive() || System.nanoTime() - begin > LIMIT.toNanos()) {
                throw program.silence();
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
