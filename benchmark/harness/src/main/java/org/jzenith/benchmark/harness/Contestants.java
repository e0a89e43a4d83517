package org.jzenith.benchmark.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkDatabase;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.SecretTokens;
import org.jzenith.benchmark.process.ServiceProgram;
import org.jzenith.benchmark.process.TraceCollector;

/** The servers of a run and their database. All of them run on the same JVM with the same options. */
final class Contestants {

    /** The number of connections up to which the setting's default is measured. */
    private static final int MANY_CONNECTIONS = 9_000;

    /** Connections for the checks of the responses, and for connections that are not closed yet. */
    private static final int SPARE_CONNECTIONS = 1_000;

    private final Options options;
    private final Path root;
    private final Path folder;
    private final Cleanup cleanup;
    private final BenchmarkDatabase database;
    private final @Nullable TransportFiles transport;
    private final @Nullable TraceCollector collector;

    /** The levels that the tests ask for, and in any case the usual one. */
    private final Set<Contestant.Level> levels = EnumSet.of(Contestant.Level.CONFIGURED);

    /** By their connections to the database. */
    private final Map<Contestant.Level, Map<Integer, RunningContestant>> baselines =
            new EnumMap<>(Contestant.Level.class);

    private final Map<Contestant.Level, Integer> baselineConnections = new EnumMap<>(Contestant.Level.class);

    /** The contestants but for the baselines; jZenith is the first of each level. */
    private final Map<Contestant.Level, List<RunningContestant>> others = new EnumMap<>(Contestant.Level.class);

    private int accessLogs;

    private Contestants(final Options options, final Path root, final Path folder, final Cleanup cleanup) {
        this.options = options;
        this.root = root;
        this.folder = folder;
        this.cleanup = cleanup;
        this.database = BenchmarkDatabase.start(cleanup);
        this.transport = options.suite() == Suite.TRANSPORT ? TransportFiles.make(folder) : null;
        options.tests().forEach(test -> levels.add(test.level()));
        this.collector = levels.contains(Contestant.Level.OBSERVED) ? new TraceCollector() : null;
        if (collector != null) {
            cleanup.add(collector, collector::close);
        }
    }

    /** Starts jZenith first, whose migrations make the tables. */
    static Contestants withJzenith(final Options options, final Path root, final Path folder, final Cleanup cleanup) {
        final Contestants all = new Contestants(options, root, folder, cleanup);
        all.jzenith(Contestant.Level.CONFIGURED);
        return all;
    }

    /** Starts the others, too. */
    Contestants complete() {
        for (final Contestant.Level level : levels) {
            jzenith(level);
            compareWith(level, Math.max(1, options.baselineConnections()));
            options.peers().stream().filter(peer -> peer.has(level)).forEach(peer -> add(peer(peer, level)));
        }
        options.extras().forEach(extra -> add(extra(extra)));
        return this;
    }

    private void add(final Contestant contestant) {
        others.computeIfAbsent(contestant.level(), level -> new ArrayList<>()).add(start(contestant));
    }

    private RunningContestant start(final Contestant contestant) {
        return RunningContestant.start(contestant, folder, cleanup);
    }

    /** Returns the contestants that are compared now. */
    List<RunningContestant> servers() {
        final List<RunningContestant> all = new ArrayList<>();
        for (final Contestant.Level level : levels) {
            final List<RunningContestant> same = others.getOrDefault(level, List.of());
            all.addAll(same.subList(0, 1));
            all.add(baseline(level, baselineConnections.getOrDefault(level, 1)));
            all.addAll(same.subList(1, same.size()));
        }
        return all;
    }

    /** All that run, which must be at rest while one of them is measured. */
    List<RunningContestant> running() {
        return Stream.concat(
                        others.values().stream().flatMap(List::stream),
                        baselines.values().stream().flatMap(same -> same.values().stream()))
                .toList();
    }

    /** Returns jZenith, which is started once, and kept. */
    RunningContestant jzenith(final Contestant.Level level) {
        if (!others.containsKey(level)) {
            add(jzenithWith(level));
        }
        return others.getOrDefault(level, List.of()).get(0);
    }

    /** The baseline with so many connections to the database for each event loop; started once, and kept. */
    RunningContestant baseline(final Contestant.Level level, final int connections) {
        return baselines
                .computeIfAbsent(level, first -> new TreeMap<>())
                .computeIfAbsent(connections, number -> start(baselineWith(level, number)));
    }

    /** Says which baseline the others of a level are compared with from now on. */
    void compareWith(final Contestant.Level level, final int connections) {
        baseline(level, connections);
        baselineConnections.put(level, connections);
    }

    /** Returns what is missing in metrics and traces after a request to each contestant that has them. */
    List<String> missingObservations() {
        if (collector == null) {
            return List.of();
        }
        final Observations observations = new Observations(collector);
        return servers().stream()
                .filter(server -> server.contestant().level() == Contestant.Level.OBSERVED)
                .flatMap(server -> observations.missing(server).stream())
                .toList();
    }

    /** The certificate of those that speak TLS; null if none does. */
    @Nullable
    SSLContext trust() {
        return transport == null ? null : transport.trust();
    }

    String postgresqlVersion() {
        return database.version();
    }

    private Contestant jzenithWith(final Contestant.Level level) {
        final List<String> arguments = new ArrayList<>();
        int tlsPort = 0;
        switch (options.suite()) {
            case TRANSPORT -> {
                tlsPort = Child.freePort();
                arguments.add("-Dbenchmark.folder=" + files().folder());
                arguments.addAll(ServiceProgram.withRoutes(root, folder, 0).transport());
                arguments.addAll(files().arguments("rest.listeners.encrypted", tlsPort));
            }
            case SUM -> arguments.addAll(sum(ServiceProgram.withRoutes(root, folder, 0), level));
            case SERVICE, HEADERS ->
                arguments.addAll(ServiceProgram.withRoutes(root, folder, options.routes())
                        .command());
            case ENDPOINTS -> {
                arguments.addAll(List.of("-jar", jar("jzenith-example/target/jzenith-example.jar")));
                arguments.addAll(SecretTokens.OF_EXAMPLE);
            }
        }
        return contestant(Contestant.JZENITH, tlsPort, onJava(arguments), true, level);
    }

    private static List<String> sum(final ServiceProgram program, final Contestant.Level level) {
        return switch (level) {
            case BARE -> program.command();
            case CONFIGURED -> program.sum();
            case OBSERVED -> program.observed();
        };
    }

    private Contestant baselineWith(final Contestant.Level level, final int connections) {
        final List<String> arguments = new ArrayList<>(List.of(
                "-jar", jar("benchmark/baseline/target/baseline.jar"), "--postgresql.pipelines=" + connections));
        int tlsPort = 0;
        switch (options.suite()) {
            case TRANSPORT -> {
                tlsPort = Child.freePort();
                arguments.add("--baseline.folder=" + files().folder());
                arguments.addAll(files().arguments("baseline", tlsPort));
            }
            case SUM -> arguments.add("--baseline.service=true");
            case SERVICE, HEADERS ->
                arguments.addAll(List.of("--baseline.service=true", "--baseline.routes=" + options.routes()));
            case ENDPOINTS -> {}
        }
        return contestant(Contestant.BASELINE, tlsPort, onJava(arguments), true, level);
    }

    private Contestant peer(final Peer peer, final Contestant.Level level) {
        return contestant(peer.title(), 0, peer.command(root, options.jvm(), java(), level), false, level);
    }

    private TransportFiles files() {
        return Objects.requireNonNull(transport);
    }

    private Contestant contestant(
            final String name,
            final int tlsPort,
            final List<String> command,
            final boolean isWhole,
            final Contestant.Level level) {
        final int port = Child.freePort();
        final Path accessLog = options.smoke() ? folder.resolve("access-" + accessLogs++ + ".log") : Contestant.NO_FILE;
        final Map<String, String> environment = environment(port, level);
        environment.put("REST_ACCESS_LOG_OUTPUT", accessLog.toString());
        int adminPort = 0;
        if (level == Contestant.Level.OBSERVED) {
            adminPort = Child.freePort();
            addObservation(environment, port, adminPort);
        }
        return new Contestant(name, port, tlsPort, adminPort, command, environment, isWhole, level, accessLog);
    }

    private Contestant extra(final Options.Extra extra) {
        final Map<String, String> environment = environment(extra.port(), Contestant.Level.CONFIGURED);
        environment.put("REST_ACCESS_LOG_OUTPUT", Contestant.NO_FILE.toString());
        environment.put("JAVA_HOME", options.jvm().toString());
        environment.put("PATH", options.jvm().resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("JDK_JAVA_OPTIONS", String.join(" ", options.jvmOptions()));
        return new Contestant(
                extra.name(),
                extra.port(),
                0,
                0,
                List.of("sh", "-c", "exec " + extra.command()),
                environment,
                false,
                Contestant.Level.CONFIGURED,
                Contestant.NO_FILE);
    }

    /** Returns the JVM and its options. */
    private List<String> java() {
        return Stream.concat(Stream.of(options.java().toString()), options.jvmOptions().stream())
                .toList();
    }

    private List<String> onJava(final List<String> arguments) {
        return Stream.concat(java().stream(), arguments.stream()).toList();
    }

    private String jar(final String path) {
        return built(root, path).toString();
    }

    /** Returns the file of a program. */
    static Path built(final Path root, final String path) {
        final Path file = root.resolve(path);
        if (!Files.isRegularFile(file)) {
            throw new BenchmarkException(
                    "There is no " + file + ". Start the benchmark by benchmark/run, which builds it.");
        }
        return file;
    }

    /** Returns what is on, under jZenith's names of the settings; the baseline reads the same. */
    private Map<String, String> environment(final int port, final Contestant.Level level) {
        final Map<String, String> environment = database.environment();
        final boolean off = level == Contestant.Level.BARE || options.bare();
        final boolean sum = options.suite() == Suite.SUM && level != Contestant.Level.BARE;
        environment.put("REST_PORT", String.valueOf(port));
        if (options.connections() > MANY_CONNECTIONS) {
            environment.put("REST_MAX_CONNECTIONS", String.valueOf(options.connections() + SPARE_CONNECTIONS));
        }
        environment.put("REST_SECURITY_HEADERS_ENABLED", String.valueOf(!off));
        environment.put("REST_ACCESS_LOG_FORMAT", off ? "off" : sum ? "json" : "common");
        if (sum || options.suite() == Suite.HEADERS) {
            environment.put("REST_CORS_ORIGINS", LoadTest.Headers.ORIGIN);
        }
        if (sum) {
            environment.put("SUM_TOKEN", LoadTest.Headers.TOKEN);
        }
        return environment;
    }

    /** Adds authentication, metrics and traces. */
    private void addObservation(final Map<String, String> environment, final int port, final int adminPort) {
        environment.put("JWT_SECRET", SecretTokens.SECRET);
        environment.put("JWT_ISSUER", SecretTokens.ISSUER);
        environment.put("JWT_ROLE_CLAIMS", "roles");
        environment.put("METRICS_ENABLED", "true");
        environment.put("REST_ADMIN_PORT", String.valueOf(adminPort));
        environment.put("TRACING_ENDPOINT", Objects.requireNonNull(collector).endpoint(String.valueOf(port)));
        environment.put("TRACING_RATIO", "0.01");
    }
}
