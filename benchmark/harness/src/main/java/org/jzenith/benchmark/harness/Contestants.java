package org.jzenith.benchmark.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.Database;
import org.jzenith.benchmark.process.ServiceProgram;

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
    private final Database database;
    private final @Nullable TransportFiles transport;
    private final Map<Integer, RunningContestant> baselines = new TreeMap<>();
    private final List<RunningContestant> others = new ArrayList<>();
    private final List<RunningContestant> bare = new ArrayList<>();
    private int baselineConnections = 1;
    private int accessLogs;

    private Contestants(final Options options, final Path root, final Path folder, final Cleanup cleanup) {
        this.options = options;
        this.root = root;
        this.folder = folder;
        this.cleanup = cleanup;
        this.database = Database.start(cleanup);
        this.transport = options.suite() == Suite.TRANSPORT ? TransportFiles.make(folder) : null;
    }

    /** Starts jZenith first, whose migrations make the tables. */
    static Contestants withJzenith(final Options options, final Path root, final Path folder, final Cleanup cleanup) {
        final Contestants all = new Contestants(options, root, folder, cleanup);
        all.others.add(all.start(all.jzenith()));
        return all;
    }

    /** Starts the others, too. */
    Contestants complete() {
        compareWith(Math.max(1, options.baselineConnections()));
        options.peers().forEach(peer -> others.add(start(peer(peer, false))));
        options.extras().forEach(extra -> others.add(start(extra(extra))));
        if (options.tests().stream().anyMatch(LoadTest::isBare)) {
            bare.add(start(bareJzenith()));
            bare.add(start(bareBaseline()));
            options.peers().forEach(peer -> bare.add(start(peer(peer, true))));
        }
        return this;
    }

    private RunningContestant start(final Contestant contestant) {
        return RunningContestant.start(contestant, folder, cleanup);
    }

    /** Returns the contestants that are compared now. */
    List<RunningContestant> servers() {
        final List<RunningContestant> all = withFeatures();
        all.addAll(bare);
        return all;
    }

    /** Returns the contestants that answer more than bare requests. */
    List<RunningContestant> withFeatures() {
        final List<RunningContestant> all = new ArrayList<>(others);
        all.add(1, baseline(baselineConnections));
        return all;
    }

    /** All that run, which must be at rest while one of them is measured. */
    List<RunningContestant> running() {
        final List<RunningContestant> all = new ArrayList<>(others);
        all.addAll(baselines.values());
        all.addAll(bare);
        return all;
    }

    RunningContestant jzenithServer() {
        return others.get(0);
    }

    /** The baseline with so many connections to the database for each event loop; started once, and kept. */
    RunningContestant baseline(final int connections) {
        return baselines.computeIfAbsent(connections, number -> start(baselineWith(number)));
    }

    /** Says which baseline the others are compared with from now on. */
    void compareWith(final int connections) {
        baseline(connections);
        baselineConnections = connections;
    }

    /** The certificate of those that speak TLS; null if none does. */
    @Nullable
    SSLContext trust() {
        return transport == null ? null : transport.trust();
    }

    String postgresqlVersion() {
        return database.version();
    }

    private Contestant jzenith() {
        final List<String> arguments = new ArrayList<>();
        int tlsPort = 0;
        switch (options.suite()) {
            case TRANSPORT -> {
                tlsPort = Child.freePort();
                arguments.add("-Dbenchmark.folder=" + files().folder());
                arguments.addAll(ServiceProgram.withRoutes(root, folder, 0).transport());
                arguments.addAll(files().arguments("rest.listeners.encrypted", tlsPort));
            }
            case SUM ->
                arguments.addAll(ServiceProgram.withRoutes(root, folder, 0).sum());
            case SERVICE, HEADERS ->
                arguments.addAll(
                        ServiceProgram.withRoutes(root, folder, Suite.ROUTES).command());
            case ENDPOINTS -> arguments.addAll(List.of("-jar", jar("jzenith-example/target/jzenith-example.jar")));
        }
        return contestant(Contestant.JZENITH, tlsPort, arguments, true, false);
    }

    private Contestant baselineWith(final int connections) {
        final List<String> arguments = baselineArguments(connections);
        int tlsPort = 0;
        switch (options.suite()) {
            case TRANSPORT -> {
                tlsPort = Child.freePort();
                arguments.add("--baseline.folder=" + files().folder());
                arguments.addAll(files().arguments("baseline", tlsPort));
            }
            case SUM -> arguments.add("--baseline.service=true");
            case SERVICE, HEADERS ->
                arguments.addAll(List.of("--baseline.service=true", "--baseline.routes=" + Suite.ROUTES));
            case ENDPOINTS -> {}
        }
        return contestant(Contestant.BASELINE, tlsPort, arguments, true, false);
    }

    private Contestant bareJzenith() {
        return contestant(
                Contestant.JZENITH,
                0,
                ServiceProgram.withRoutes(root, folder, 0).command(),
                true,
                true);
    }

    private Contestant bareBaseline() {
        final List<String> arguments = baselineArguments(1);
        arguments.add("--baseline.service=true");
        return contestant(Contestant.BASELINE, 0, arguments, true, true);
    }

    private Contestant peer(final Peer peer, final boolean isBare) {
        return contestant(peer.title(), 0, List.of("-jar", jar(peer.jar())), false, isBare);
    }

    private List<String> baselineArguments(final int connections) {
        return new ArrayList<>(List.of(
                "-jar", jar("benchmark/baseline/target/baseline.jar"), "--postgresql.pipelines=" + connections));
    }

    private TransportFiles files() {
        return Objects.requireNonNull(transport);
    }

    private Contestant contestant(
            final String name,
            final int tlsPort,
            final List<String> arguments,
            final boolean isWhole,
            final boolean isBare) {
        final int port = Child.freePort();
        final Path accessLog = options.smoke() ? folder.resolve("access-" + accessLogs++ + ".log") : Contestant.NO_FILE;
        final List<String> command = new ArrayList<>();
        command.add(options.java().toString());
        command.addAll(options.jvmOptions());
        command.addAll(arguments);
        final Map<String, String> environment = environment(port, isBare);
        environment.put("REST_ACCESS_LOG_OUTPUT", accessLog.toString());
        return new Contestant(name, port, tlsPort, List.copyOf(command), environment, isWhole, isBare, accessLog);
    }

    private Contestant extra(final Options.Extra extra) {
        final Map<String, String> environment = environment(extra.port(), false);
        environment.put("REST_ACCESS_LOG_OUTPUT", Contestant.NO_FILE.toString());
        environment.put("JAVA_HOME", options.jvm().toString());
        environment.put("PATH", options.jvm().resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("JDK_JAVA_OPTIONS", String.join(" ", options.jvmOptions()));
        return new Contestant(
                extra.name(),
                extra.port(),
                0,
                List.of("sh", "-c", "exec " + extra.command()),
                environment,
                false,
                false,
                Contestant.NO_FILE);
    }

    private String jar(final String path) {
        final Path jar = root.resolve(path);
        if (!Files.isRegularFile(jar)) {
            throw new BenchmarkException(
                    "There is no " + jar + ". Start the benchmark by benchmark/run, which builds it.");
        }
        return jar.toString();
    }

    /** Returns what is on, under jZenith's names of the settings; the baseline reads the same. */
    private Map<String, String> environment(final int port, final boolean isBare) {
        final Map<String, String> environment = database.environment();
        final boolean off = isBare || options.bare();
        final boolean sum = options.suite() == Suite.SUM && !isBare;
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
}
