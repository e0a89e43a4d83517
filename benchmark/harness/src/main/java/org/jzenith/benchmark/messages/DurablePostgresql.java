package org.jzenith.benchmark.messages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jzenith.benchmark.process.BenchmarkDatabase;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** A PostgreSQL that loses no commit, with the database of the orders. */
final class DurablePostgresql implements EngineServer.Program {

    static final String NAME = "orders";
    static final String PASSWORD = "secret";

    private static final Pattern STATEMENT = Pattern.compile("LOG:  (execute |statement: )");

    private final Cleanup cleanup;
    private Path folder;
    private PostgresqlServer server;

    DurablePostgresql(final Cleanup cleanup) {
        this.cleanup = cleanup;
        this.folder = cleanup.temporaryFolder();
        this.server = start();
    }

    private PostgresqlServer start() {
        final PostgresqlServer started = PostgresqlServer.startIn(folder.resolve("server"));
        cleanup.add("postgresql", started::close);
        if (!started.hasDatabase(NAME)) {
            started.createDatabase(NAME);
            started.setOwner(NAME, NAME, PASSWORD);
        }
        return started;
    }

    int port() {
        return server.port();
    }

    @Override
    public void open(final List<Integer> ways) {
        // It was started by the constructor.
    }

    @Override
    public int port(final int way) {
        return port();
    }

    Audit audit() {
        return new Audit("jdbc:postgresql://127.0.0.1:" + port() + "/" + NAME, NAME, PASSWORD);
    }

    /** Has the server log each statement, or not. */
    void logStatements(final boolean all) {
        final Audit superuser =
                new Audit("jdbc:postgresql://127.0.0.1:" + port() + "/postgres", "postgres", server.password());
        superuser.execute("ALTER SYSTEM SET log_statement = '" + (all ? "all" : "none") + "'");
        superuser.execute("SELECT pg_reload_conf()");
    }

    /** Returns the number of statements that were logged. */
    long statements() {
        try (Stream<String> lines = Files.lines(folder.resolve("server").resolve("server.log"))) {
            return lines.filter(line -> STATEMENT.matcher(line).find()).count();
        } catch (final IOException e) {
            throw new BenchmarkException("The log of PostgreSQL cannot be read.", e);
        }
    }

    /** Returns the processor time of the server's processes. */
    Duration cpuTime() {
        try {
            final Path file = folder.resolve("server").resolve("data").resolve("postmaster.pid");
            return ProcessHandle.of(
                            Long.parseLong(Files.readAllLines(file).get(0).strip()))
                    .stream()
                    .flatMap(ProcessHandle::descendants)
                    .flatMap(process -> process.info().totalCpuDuration().stream())
                    .reduce(Duration.ZERO, Duration::plus);
        } catch (final IOException e) {
            throw new BenchmarkException("The process of PostgreSQL cannot be found.", e);
        }
    }

    @Override
    public void kill() {
        try {
            BenchmarkDatabase.kill(folder.resolve("server").resolve("data"));
        } catch (final IOException e) {
            throw new BenchmarkException("PostgreSQL cannot be killed.", e);
        }
        server.close();
    }

    @Override
    public void restart() {
        server = start();
    }

    @Override
    public void restartEmpty() {
        folder = cleanup.temporaryFolder();
        server = start();
    }
}
