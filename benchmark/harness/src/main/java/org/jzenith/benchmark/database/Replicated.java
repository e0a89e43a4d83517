package org.jzenith.benchmark.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.stream.Stream;
import org.jzenith.benchmark.process.BenchmarkDatabase;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** A PostgreSQL with a synchronous standby, which is started on a copy of the primary's data. */
record Replicated(Path primaryData, PostgresqlServer primary, PostgresqlServer standby) {

    private static final String STANDBY = "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres password=%s'%n";

    static Replicated start(final Cleanup cleanup) {
        final Path folder = cleanup.temporaryFolder();
        final Path first = folder.resolve("primary");
        final Path second = folder.resolve("standby");
        try {
            PostgresqlServer.startIn(first).close();
            copy(first, second);
            append(first, "synchronous_standby_names = '*'%n".formatted());
            final PostgresqlServer primary = PostgresqlServer.startIn(first);
            cleanup.add("primary", primary::close);
            Files.createFile(second.resolve("data").resolve("standby.signal"));
            append(second, STANDBY.formatted(primary.port(), primary.password()));
            final PostgresqlServer standby = PostgresqlServer.startIn(second);
            cleanup.add("standby", standby::close);
            return new Replicated(first.resolve("data"), primary, standby);
        } catch (final IOException e) {
            throw new BenchmarkException("The standby cannot be created.", e);
        }
    }

    private static void append(final Path server, final String settings) throws IOException {
        Files.writeString(server.resolve("data").resolve("postgresql.auto.conf"), settings, StandardOpenOption.APPEND);
    }

    private static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Returns jZenith's settings for both servers. */
    Map<String, String> settings() {
        return Map.of(
                "postgresql.hosts",
                primary.host() + ":" + primary.port() + "," + standby.host() + ":" + standby.port(),
                "postgresql.password",
                primary.password());
    }

    /** Ends the primary as a loss of power does. */
    void killPrimary() {
        try {
            BenchmarkDatabase.kill(primaryData);
        } catch (final IOException e) {
            throw new BenchmarkException("The primary cannot be found.", e);
        }
    }

    /** Makes the standby a primary; returns when it accepts writes. */
    void promote() {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:postgresql://" + standby.host() + ":" + standby.port() + "/postgres",
                        standby.username(),
                        standby.password());
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_promote()");
        } catch (final SQLException e) {
            throw new BenchmarkException("The standby cannot be promoted.", e);
        }
    }
}
