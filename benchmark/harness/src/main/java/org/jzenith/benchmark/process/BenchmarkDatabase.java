package org.jzenith.benchmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** An embedded PostgreSQL with an empty database. */
public final class BenchmarkDatabase {

    private static final String NAME = "benchmark";

    private final PostgresqlServer server;

    private BenchmarkDatabase(final PostgresqlServer server) {
        this.server = server;
    }

    /**
     * Starts it.
     *
     * @param cleanup ends it
     * @return the database
     */
    public static BenchmarkDatabase start(final Cleanup cleanup) {
        final PostgresqlServer server = PostgresqlServer.start();
        cleanup.add("postgresql", server::close);
        server.createDatabase(NAME);
        // The example does not start as a superuser, to whom its policies would not apply.
        server.setOwner(NAME, NAME, server.password());
        return new BenchmarkDatabase(server);
    }

    /**
     * The version of PostgreSQL.
     *
     * @return the version
     */
    public String version() {
        return server.version();
    }

    /**
     * Returns the database's address under the names of jZenith's settings; the other programs read the same.
     *
     * @return environment variables, to which more may be added
     */
    public Map<String, String> environment() {
        final Map<String, String> environment = new HashMap<>();
        environment.put("POSTGRESQL_HOST", server.host());
        environment.put("POSTGRESQL_PORT", String.valueOf(server.port()));
        environment.put("POSTGRESQL_DATABASE", NAME);
        environment.put("POSTGRESQL_USERNAME", NAME);
        environment.put("POSTGRESQL_PASSWORD", server.password());
        return environment;
    }

    /**
     * Ends a server as a loss of power does.
     *
     * @param data its data directory
     * @throws IOException if no server runs there
     */
    public static void kill(final Path data) throws IOException {
        final List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
        final ProcessHandle main =
                ProcessHandle.of(Long.parseLong(lines.get(0).strip())).orElseThrow();
        main.descendants().forEach(ProcessHandle::destroyForcibly);
        main.destroyForcibly();
        main.onExit().join();
    }
}
