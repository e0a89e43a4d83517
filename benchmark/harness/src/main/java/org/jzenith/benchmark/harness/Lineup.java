package org.jzenith.benchmark.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.Database;
import org.jzenith.benchmark.process.Failure;

/** Who takes part: one database, and servers that all run in the same JVM with the same options. */
final class Lineup {

    private final Options options;
    private final Path root;
    private final Path folder;
    private final Cleanup cleanup;
    private final Database database;
    private final List<Server> servers = new ArrayList<>();
    private int baselineConnections = 1;

    private Lineup(final Options options, final Path root, final Path folder, final Cleanup cleanup) {
        this.options = options;
        this.root = root;
        this.folder = folder;
        this.cleanup = cleanup;
        this.database = Database.start(cleanup);
    }

    /** Starts the example first, whose migrations make the tables. */
    static Lineup withExample(final Options options, final Path root, final Path folder, final Cleanup cleanup) {
        final Lineup lineup = new Lineup(options, root, folder, cleanup);
        lineup.start(lineup.jzenith());
        return lineup;
    }

    /** Starts the others, too. */
    Lineup complete() {
        baselineConnections = Math.max(1, options.baselineConnections());
        start(baseline(baselineConnections));
        options.extras().forEach(extra -> start(extra(extra)));
        return this;
    }

    private void start(final Contestant contestant) {
        servers.add(Server.start(contestant, folder, cleanup));
    }

    List<Server> servers() {
        return List.copyOf(servers);
    }

    Server example() {
        return server(Contestant.JZENITH);
    }

    Server baseline() {
        return server(Contestant.BASELINE);
    }

    private Server server(final String name) {
        return servers.stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    String postgresqlVersion() {
        return database.version();
    }

    /** Starts the baseline anew if it has another number of connections to the database for each event loop. */
    void restartBaseline(final int connections) {
        if (connections != baselineConnections) {
            final Server old = baseline();
            old.close();
            baselineConnections = connections;
            servers.set(servers.indexOf(old), Server.start(baseline(connections), folder, cleanup));
        }
    }

    private Contestant jzenith() {
        final List<String> command = jvm();
        command.addAll(List.of("-jar", jar("jzenith-example/target/jzenith-example.jar")));
        return contestant(Contestant.JZENITH, command);
    }

    private Contestant baseline(final int connections) {
        final List<String> command = jvm();
        command.addAll(List.of(
                "-jar", jar("benchmark/baseline/target/baseline.jar"), "--postgresql.pipelines=" + connections));
        return contestant(Contestant.BASELINE, command);
    }

    private Contestant contestant(final String name, final List<String> command) {
        final int port = Child.freePort();
        return new Contestant(name, port, List.copyOf(command), environment(port), true);
    }

    private Contestant extra(final Options.Extra extra) {
        final Map<String, String> environment = environment(extra.port());
        environment.put("JAVA_HOME", options.jvm().toString());
        environment.put("PATH", options.jvm().resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("JDK_JAVA_OPTIONS", String.join(" ", options.jvmOptions()));
        return new Contestant(
                extra.name(), extra.port(), List.of("sh", "-c", "exec " + extra.command()), environment, false);
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
            throw new Failure("There is no " + jar + ". Start the benchmark by benchmark/run, which builds it.");
        }
        return jar.toString();
    }

    private Map<String, String> environment(final int port) {
        final Map<String, String> environment = database.environment();
        environment.put("REST_PORT", String.valueOf(port));
        return environment;
    }
}
