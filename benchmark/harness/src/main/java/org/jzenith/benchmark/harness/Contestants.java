package org.jzenith.benchmark.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    private final Options options;
    private final Path root;
    private final Path folder;
    private final Cleanup cleanup;
    private final Database database;
    private final @Nullable TransportFiles transport;
    private final Map<Integer, RunningContestant> baselines = new TreeMap<>();
    private final List<RunningContestant> others = new ArrayList<>();
    private int baselineConnections = 1;

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
        options.extras().forEach(extra -> others.add(start(extra(extra))));
        return this;
    }

    private RunningContestant start(final Contestant contestant) {
        return RunningContestant.start(contestant, folder, cleanup);
    }

    /** Those that are compared now. */
    List<RunningContestant> servers() {
        final List<RunningContestant> all = new ArrayList<>(others);
        all.add(1, baseline(baselineConnections));
        return all;
    }

    /** All that run, which must be at rest while one of them is measured. */
    List<RunningContestant> running() {
        final List<RunningContestant> all = new ArrayList<>(others);
        all.addAll(baselines.values());
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
        final List<String> command = jvm();
        if (transport != null) {
            final int tlsPort = Child.freePort();
            command.add("-Dbenchmark.folder=" + transport.folder());
            command.addAll(ServiceProgram.withRoutes(root, folder, 0).transport());
            command.addAll(transport.arguments("rest.listeners.encrypted", tlsPort));
            return contestant(Contestant.JZENITH, tlsPort, command);
        }
        command.addAll(
                options.suite().isService()
                        ? ServiceProgram.withRoutes(root, folder, Suite.ROUTES).command()
                        : List.of("-jar", jar("jzenith-example/target/jzenith-example.jar")));
        return contestant(Contestant.JZENITH, 0, command);
    }

    private Contestant baselineWith(final int connections) {
        final List<String> command = jvm();
        command.addAll(List.of(
                "-jar", jar("benchmark/baseline/target/baseline.jar"), "--postgresql.pipelines=" + connections));
        if (transport != null) {
            final int tlsPort = Child.freePort();
            command.add("--baseline.folder=" + transport.folder());
            command.addAll(transport.arguments("baseline", tlsPort));
            return contestant(Contestant.BASELINE, tlsPort, command);
        }
        if (options.suite().isService()) {
            command.addAll(List.of("--baseline.service=true", "--baseline.routes=" + Suite.ROUTES));
        }
        if (options.suite() == Suite.HEADERS) {
            command.add("--baseline.origin=" + LoadTest.Headers.ORIGIN);
        }
        return contestant(Contestant.BASELINE, 0, command);
    }

    private Contestant contestant(final String name, final int tlsPort, final List<String> command) {
        final int port = Child.freePort();
        return new Contestant(name, port, tlsPort, List.copyOf(command), environment(port), true);
    }

    private Contestant extra(final Options.Extra extra) {
        final Map<String, String> environment = environment(extra.port());
        environment.put("JAVA_HOME", options.jvm().toString());
        environment.put("PATH", options.jvm().resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("JDK_JAVA_OPTIONS", String.join(" ", options.jvmOptions()));
        return new Contestant(
                extra.name(), extra.port(), 0, List.of("sh", "-c", "exec " + extra.command()), environment, false);
    }

    private List<String> jvm() {
        final List<String> command = new ArrayList<>();
        command.add(options.java().toString());
        command.addAll(options.jvmOptions());
        return command;
    }

    private String jar(final String path) {
        final Path jar = root.resolve(path);
        if (!Files.isRegularFile(jar)) {
            throw new BenchmarkException(
                    "There is no " + jar + ". Start the benchmark by benchmark/run, which builds it.");
        }
        return jar.toString();
    }

    private Map<String, String> environment(final int port) {
        final Map<String, String> environment = database.environment();
        environment.put("REST_PORT", String.valueOf(port));
        // What the baseline does, too.
        final boolean headers = options.suite() == Suite.HEADERS;
        environment.put("REST_SECURITY_HEADERS_ENABLED", String.valueOf(headers));
        environment.put("REST_ACCESS_LOG_FORMAT", headers ? "common" : "off");
        if (headers) {
            environment.put("REST_ACCESS_LOG_OUTPUT", "/dev/null"); // as the baseline
            environment.put("REST_CORS_ORIGINS", LoadTest.Headers.ORIGIN);
        }
        return environment;
    }
}
