package org.jzenith.benchmark.fanout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jzenith.benchmark.process.BenchmarkDatabase;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.ServiceProgram;

/** Sends events to thousands of listeners: {@code benchmark/fan-out --help} tells how. */
public final class FanOut {

    private static final String HELP = """
            Sends server-sent events to thousands of listeners, by an SseBroadcaster of the service and by the
            hand-written baseline, in turns. It prints what an event to all listeners costs the server's process,
            and how long it takes from the request that publishes it until half of the listeners and all of them
            have it. An event is published when all listeners have the one before. The listeners are one thread.

                benchmark/fan-out [--skip-build] [options]

              --listeners N        (default 10000) each takes an open file here and in the server
              --events N           events of a round that count (default 40), after half as many that do not
              --burst N            events that one request publishes (default 1); they count as so many
              --bytes N            size of the data of an event (default 100)
              --rounds N           rounds of each program, in turns (default 3)
              --programs LIST      of baseline, jzenith (default: both)
              --environment LIST   settings of jZenith, such as REST_SSE_MAX_QUEUE=1M
              --jvm-options TEXT   options of the JVM of the programs (default: none)
              --smoke              compares the answers, with 50 listeners and few events; prints no figures
              --help               this text
            """;

    private static final List<String> OPTIONS = List.of(
            "--listeners",
            "--events",
            "--burst",
            "--bytes",
            "--rounds",
            "--programs",
            "--environment",
            "--jvm-options");

    private static final String BASELINE = "baseline";
    private static final String JZENITH = "jzenith";
    private static final String TARGET = "1.15";
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** A round's result; times in milliseconds, memory in MiB. */
    private record Round(double cpuTime, double half, double all, double worst, double memory) {}

    /** A server that runs. */
    private record Program(String name, Child process, InetSocketAddress address, List<Round> rounds) {}

    private final LoadOptions options;
    private final Cleanup cleanup;
    private final Path root = Path.of(System.getProperty("benchmark.root", "")).toAbsolutePath();
    private final Path folder;
    private final boolean smoke;
    private final int listeners;
    private final int events;
    private final int burst;
    private final byte[] publish;

    private FanOut(final LoadOptions options, final boolean smoke, final Cleanup cleanup) {
        this.options = options;
        this.cleanup = cleanup;
        this.folder = cleanup.temporaryFolder();
        this.smoke = smoke;
        this.listeners = smoke ? 50 : options.number("--listeners", 10_000);
        this.events = smoke ? 2 : options.number("--events", 40);
        this.burst = smoke ? 2 : options.number("--burst", 1);
        this.publish = request(options.number("--bytes", 100), burst);
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        final boolean smoke = Arrays.asList(arguments).contains("--smoke");
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options = LoadOptions.parse(
                    OPTIONS,
                    Arrays.stream(arguments)
                            .filter(argument -> !argument.equals("--smoke"))
                            .toArray(String[]::new));
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            new FanOut(options, smoke, cleanup).run();
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static byte[] request(final int bytes, final int count) {
        final String begin = "{\"share\":\"ACME\",\"note\":\"";
        final String end = "\"" + Listeners.MARK;
        final String data = begin + "x".repeat(Math.max(0, bytes - begin.length() - end.length())) + end;
        return ("POST /events?count=" + count
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: "
                        + data.length() + "\r\n\r\n" + data)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private void run() {
        final BenchmarkDatabase database = BenchmarkDatabase.start(cleanup);
        final List<Program> programs = new ArrayList<>();
        for (final String name :
                options.text("--programs", BASELINE + "," + JZENITH).split(",", -1)) {
            programs.add(start(name, database));
        }
        compareAnswers(programs);
        final int rounds = smoke ? 1 : options.number("--rounds", 3);
        for (int round = 1; round <= rounds; round++) {
            for (final Program program : programs) {
                measure(program);
                System.err.println("Round " + round + " of " + rounds + ", " + program.name + ": "
                        + row(program.rounds.get(program.rounds.size() - 1)));
            }
        }
        System.out.print(smoke ? "All programs send the same events.\n" : report(programs));
    }

    private Program start(final String name, final BenchmarkDatabase database) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Arrays.stream(options.text("--jvm-options", "").split(" ", -1))
                .filter(option -> !option.isEmpty())
                .forEach(command::add);
        final Map<String, String> environment = database.environment();
        final int port = Child.freePort();
        environment.put("REST_PORT", String.valueOf(port));
        switch (name) {
            case BASELINE -> {
                command.addAll(List.of("-jar", baseline().toString(), "--baseline.service=true"));
            }
            case JZENITH -> {
                command.addAll(ServiceProgram.withRoutes(root, folder, 0).command());
                environment.put("REST_MAX_CONNECTIONS", String.valueOf(listeners + 100));
                environment.put("REST_MAX_REQUESTS_IN_FLIGHT", String.valueOf(listeners + 100));
                environment.putAll(options.environment());
            }
            default ->
                throw new BenchmarkException("There is no program '" + name + "'. The programs are " + BASELINE
                        + " and " + JZENITH + "; the name comes from --programs.");
        }
        final Child process = Child.start(name, command, environment, folder.resolve(name + ".log"));
        cleanup.add(name, process::close);
        final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        awaitPort(process, address);
        return new Program(name, process, address, new ArrayList<>());
    }

    private Path baseline() {
        final Path jar = root.resolve("benchmark/baseline/target/baseline.jar");
        if (!Files.isRegularFile(jar)) {
            throw new BenchmarkException("There is no " + jar + ". Use benchmark/fan-out, which builds it.");
        }
        return jar;
    }

    private static void awaitPort(final Child process, final InetSocketAddress address) {
        final long begin = System.nanoTime();
        while (process.isAlive() && System.nanoTime() - begin < LIMIT.toNanos()) {
            try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
                if (socket.isConnected()) {
                    return;
                }
            } catch (final IOException e) {
                pause(100);
            }
        }
        throw process.silence();
    }

    /** Checks for equal events, and equal headers except those that differ from response to response. */
    private void compareAnswers(final List<Program> programs) {
        final byte[] one = request(options.number("--bytes", 100), 1);
        final String expected = comparable(Listeners.firstEvent(programs.get(0).address, one));
        for (final Program program : programs) {
            final String given = comparable(Listeners.firstEvent(program.address, one));
            if (!given.equals(expected)) {
                throw new BenchmarkException("The programs send different events, so a comparison would mean nothing. "
                        + program.name + ":\n" + given + "\n" + programs.get(0).name + ":\n" + expected);
            }
        }
    }

    /** Headers in order, then the events without the chunks in which they came. */
    static String comparable(final String answer) {
        final int end = answer.indexOf("\r\n\r\n");
        final String head = answer.substring(0, end)
                .lines()
                .map(line -> line.toLowerCase(Locale.ROOT).replace(" ", ""))
                .filter(line -> !line.startsWith("date:") && !line.startsWith("x-request-id:"))
                .sorted()
                .collect(Collectors.joining("\n"));
        return head + "\n\n"
                + answer.substring(end + 4)
                        .replaceAll("(?m)^[0-9a-fA-F]+\r\n", "")
                        .replace("\r\n", "");
    }

    private void measure(final Program program) {
        try (Listeners all = Listeners.open(program.address, listeners)) {
            pause(smoke ? 0 : 1_000);
            for (int i = 0; i < events / 2; i++) {
                all.publish(publish, burst);
            }
            final Duration before = program.process.cpuTime();
            final List<Listeners.Arrival> arrivals = new ArrayList<>();
            for (int i = 0; i < events; i++) {
                arrivals.add(all.publish(publish, burst));
            }
            final double cpuTime = program.process.cpuTime().minus(before).toNanos() / 1e6 / events / burst;
            program.rounds.add(new Round(
                    cpuTime,
                    median(arrivals, Listeners.Arrival::half),
                    median(arrivals, Listeners.Arrival::all),
                    arrivals.stream().mapToDouble(Listeners.Arrival::all).max().orElseThrow(),
                    program.process.residentMebibytes()));
        } catch (final BenchmarkException e) {
            throw new BenchmarkException(program.name + ": " + e.getMessage() + " " + program.process.endOfLog(), e);
        }
        pause(smoke ? 0 : 1_000);
    }

    private static <T> double median(final List<T> all, final ToDoubleFunction<T> figure) {
        final double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
        final int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private String row(final Round round) {
        return String.format(
                Locale.ROOT,
                "%.1f ms of CPU time an event (%.2f us a listener), half after %.0f ms, all after %.0f ms, at worst %.0f"
                        + " ms, %.0f MiB",
                round.cpuTime,
                round.cpuTime * 1e3 / listeners,
                round.half,
                round.all,
                round.worst,
                round.memory);
    }

    private String report(final List<Program> programs) {
        final StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d listeners, %d events a request, medians of %d rounds of %d requests (least to largest)%n%n"
                        + "| program | CPU time an event, ms | for a listener, us | half have it after, ms | all, ms"
                        + " | at worst, ms | resident memory, MiB |%n|---|--:|--:|--:|--:|--:|--:|%n",
                listeners,
                burst,
                programs.get(0).rounds.size(),
                events));
        for (final Program program : programs) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %s | %s | %s | %s |%n",
                    program.name,
                    spread(program, Round::cpuTime),
                    median(program.rounds, Round::cpuTime) * 1e3 / listeners,
                    spread(program, Round::half),
                    spread(program, Round::all),
                    spread(program, Round::worst),
                    spread(program, Round::memory)));
        }
        if (programs.size() == 2) {
            text.append(String.format(
                    Locale.ROOT,
                    "%nCPU time of %s x %s: %.2f (target: at most " + TARGET + " x baseline)%n",
                    programs.get(1).name,
                    programs.get(0).name,
                    median(programs.get(1).rounds, Round::cpuTime) / median(programs.get(0).rounds, Round::cpuTime)));
        }
        return text.toString();
    }

    private static String spread(final Program program, final ToDoubleFunction<Round> figure) {
        return String.format(
                Locale.ROOT,
                "%.1f (%.1f to %.1f)",
                median(program.rounds, figure),
                program.rounds.stream().mapToDouble(figure).min().orElseThrow(),
                program.rounds.stream().mapToDouble(figure).max().orElseThrow());
    }

    private static void pause(final long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }
}
