package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.core.problem.StartException;

/** Measures jZenith against a hand-written Vert.x application: {@code benchmark/run --help} tells how. */
public final class Benchmark {

    private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss");

    private final Options options;
    private final Path root;
    private final Cleanup cleanup;
    private final PrintStream out;
    private final PrintStream progress;

    private Benchmark(
            final Options options,
            final Path root,
            final Cleanup cleanup,
            final PrintStream out,
            final PrintStream progress) {
        this.options = options;
        this.root = root;
        this.cleanup = cleanup;
        this.out = out;
        this.progress = progress;
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if contestants answer differently or do not run, 2 if the
     * command line is wrong.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        final PrintStream progress = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        final Options options;
        try {
            options = CommandLine.parse(arguments);
        } catch (final BenchmarkException e) {
            progress.println(e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(run(options, out, progress));
    }

    private static int run(final Options options, final PrintStream out, final PrintStream progress) {
        final Cleanup cleanup = new Cleanup();
        final Stop stop = new Stop(cleanup);
        Runtime.getRuntime().addShutdownHook(stop);
        try (cleanup) {
            final Path root = Path.of(System.getProperty("benchmark.root", "")).toAbsolutePath();
            new Benchmark(options, root, cleanup, out, progress).run();
            return 0;
        } catch (final BenchmarkException | StartException e) {
            progress.println(stop.isAlive() ? "Stopped." : e.getMessage());
            return 1;
        } finally {
            stop.ended.countDown();
        }
    }

    /** Told to stop in the middle: what is just being started is waited for, or it would stay behind. */
    private static final class Stop extends Thread {

        private static final long LIMIT_SECONDS = 30;

        private final Cleanup cleanup;
        private final CountDownLatch ended = new CountDownLatch(1);

        Stop(final Cleanup cleanup) {
            super("stop");
            this.cleanup = cleanup;
        }

        @Override
        public void run() {
            cleanup.close();
            try {
                if (!ended.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    System.getLogger(Benchmark.class.getName())
                            .log(System.Logger.Level.WARNING, "The benchmark does not end; something may stay behind.");
                }
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        final String histogram = options.histogram();
        if (options.help()) {
            out.print(Wrk.resource("help.txt"));
        } else if (!options.published().isEmpty()) {
            PublishedTables.write(root, options.published());
        } else if (histogram != null) {
            histogram(histogram);
        } else if (options.smoke()) {
            prepare(cleanup.temporaryFolder(), cleanup);
            out.println(
                    "All contestants give the same answers and write the same access log; those with metrics and traces count"
                            + " and send them.");
        } else {
            measure();
        }
    }

    private void histogram(final String target) {
        final URI uri = URI.create(
                target.startsWith("/")
                        ? Contestants.withJzenith(options, root, cleanup.temporaryFolder(), cleanup)
                                .jzenith(options.tests().get(0).level())
                                .contestant()
                                .url(target)
                        : target);
        final LoadLoop loop = new LoadLoop(uri);
        progress.println("Warming up for " + options.warmUp() + " s, then measuring for " + options.seconds() + " s.");
        loop.run(options.connections(), options.warmUp());
        final LoadLoop.Found found = loop.run(options.connections(), options.seconds());
        if (found.nanos().length == 0) {
            throw new BenchmarkException("There is no answer from " + uri + ", but " + found.errors()
                    + " failed attempts. It" + " comes from --histogram; start the server, or name another one.");
        }
        out.println(
                "GET " + uri + " on " + options.connections() + " connections, one request after the other on each.");
        out.println();
        out.print(Histogram.of(found));
    }

    /** The contestants, and the id of a user that all of them know. */
    private record Prepared(Contestants all, String userId, Map<String, Set<LoadTest>> able) {}

    private Prepared prepare(final Path folder, final Cleanup part) {
        progress.println("Starting PostgreSQL and the contestants.");
        final Contestants all = Contestants.withJzenith(options, root, folder, part);
        final Answers answers = new Answers(options.suite(), all.trust());
        final String userId =
                options.suite() == Suite.ENDPOINTS ? answers.createUser(all.jzenith(Contestant.Level.CONFIGURED)) : "";
        final List<RunningContestant> servers = all.complete().servers();
        final List<String> differences = answers.differences(servers, userId);
        differences.addAll(all.missingObservations());
        if (!differences.isEmpty()) {
            throw new BenchmarkException(
                    "The contestants do not give the same answers, so a comparison would mean nothing:\n- "
                            + String.join("\n- ", differences));
        }
        final Map<String, Set<LoadTest>> able = answers.tests(servers, options.tests(), userId);
        return new Prepared(all, userId, able);
    }

    private void measure() {
        final String version = Wrk.version();
        if (options.tests().stream()
                .anyMatch(test -> test.request("").protocol().isHttp2())) {
            H2load.requirePresent();
        }
        final Path target = resultFolder();
        final String loadAverage = Machine.loadAverage();
        final Results results = new Results();
        final Map<String, String> machine = new LinkedHashMap<>();
        final List<String> commands = new ArrayList<>();
        for (int process = 1; process <= options.processes(); process++) {
            progress.println("Process " + process + " of " + options.processes() + ".");
            try (Cleanup part = cleanup.part()) {
                final Path folder = part.temporaryFolder();
                final Prepared prepared = prepare(folder, part);
                final LoadGenerators load = new LoadGenerators(part, folder, options.connections());
                new Rounds(options, prepared.all, load, prepared.userId, progress, results)
                        .run(prepared.able, process == 1);
                machine.putAll(Machine.describe(options, root, prepared.all.postgresqlVersion()));
                commands.clear();
                commands.addAll(commands(prepared, load));
            }
        }
        machine.put("load average before the start (1, 5, 15 minutes)", loadAverage);
        machine.put("wrk", version);
        final Report report = new Report(options, results);
        final String markdown = report.markdown(machine, commands);
        write(target.resolve("results.md"), markdown);
        write(
                target.resolve("results.csv"),
                SampleFile.facts(options, machine, LocalDate.now(ZoneId.systemDefault())) + report.csv());
        write(target.resolve("results.svg"), Chart.of(results));
        out.print(markdown);
        progress.println("Written to " + target + ".");
    }

    private List<String> commands(final Prepared prepared, final LoadGenerators load) {
        final List<String> commands = new ArrayList<>();
        prepared.all
                .servers()
                .forEach(server -> commands.add(server.name()
                        + level(server) + ": "
                        + String.join(" ", server.contestant().command())));
        options.tests()
                .forEach(test -> commands.add(test.title() + ": "
                        + String.join(
                                " ",
                                load.command(
                                        test,
                                        test.request("ID"),
                                        (test.request("").protocol().isTls() ? "https" : "http") + "://127.0.0.1:PORT",
                                        options.seconds()))));
        return commands.stream()
                .map(command -> command.replaceAll("(?<=[ =])/[^ ]*/", ""))
                .toList();
    }

    /** In brackets, except for the usual one. */
    private static String level(final RunningContestant server) {
        final Contestant.Level level = server.contestant().level();
        return level == Contestant.Level.CONFIGURED ? "" : " (" + level.name().toLowerCase(Locale.ROOT) + ')';
    }

    private Path resultFolder() {
        final Path chosen = options.out();
        final Path folder = chosen != null
                ? chosen
                : root.resolve("benchmark/results")
                        .resolve(LocalDateTime.now(ZoneId.systemDefault()).format(FOLDER));
        try {
            return Files.createDirectories(folder);
        } catch (final IOException e) {
            throw new BenchmarkException("The folder '" + folder + "' for the results cannot be made.", e);
        }
    }

    private static void write(final Path file, final String text) {
        try {
            Files.writeString(file, text);
        } catch (final IOException e) {
            throw new BenchmarkException("The results cannot be written to " + file + ".", e);
        }
    }
}
