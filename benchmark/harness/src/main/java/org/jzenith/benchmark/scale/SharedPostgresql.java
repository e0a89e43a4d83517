package org.jzenith.benchmark.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** The PostgreSQL that all instances share. It syncs each commit to the disk. */
final class SharedPostgresql {

    private static final String OWNER = "scale";

    private final Path folder;
    private final PostgresqlServer server;

    SharedPostgresql(final Cleanup cleanup) {
        folder = cleanup.temporaryFolder().resolve("server");
        server = PostgresqlServer.startIn(folder);
        cleanup.add("postgresql", server::close);
    }

    /** Creates a database, and returns its address as environment variables. */
    Map<String, String> database(final String name) {
        server.createDatabase(name);
        server.setOwner(name, OWNER, server.password());
        final Map<String, String> environment = new HashMap<>();
        environment.put("POSTGRESQL_HOST", server.host());
        environment.put("POSTGRESQL_PORT", String.valueOf(server.port()));
        environment.put("POSTGRESQL_DATABASE", name);
        environment.put("POSTGRESQL_USERNAME", OWNER);
        environment.put("POSTGRESQL_PASSWORD", server.password());
        return environment;
    }

    String version() {
        return server.version();
    }

    ProcessorTime processorTime() {
        try {
            final List<String> lines = Files.readAllLines(folder.resolve("data").resolve("postmaster.pid"));
            return ProcessorTime.of(
                    ProcessorTime.withDescendants(Long.parseLong(lines.get(0).strip())));
        } catch (final IOException e) {
            throw new BenchmarkException("The process of PostgreSQL cannot be found.", e);
        }
    }
}
