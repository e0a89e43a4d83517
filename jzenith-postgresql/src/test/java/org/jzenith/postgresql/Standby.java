package org.jzenith.postgresql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** A primary with a synchronous standby, made of a copy of its data. */
final class Standby implements AutoCloseable {

    private static final String STANDBY =
            "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres password=%s'%n" + "hot_standby = on%n";

    private final Path primaryData;
    private final PostgresqlServer primary;
    private final PostgresqlServer standby;

    private Standby(final Path primaryData, final PostgresqlServer primary, final PostgresqlServer standby) {
        this.primaryData = primaryData;
        this.primary = primary;
        this.standby = standby;
    }

    static Standby start(final Path folder) throws SQLException, IOException {
        final Path first = folder.resolve("primary");
        final Path second = folder.resolve("standby");
        final PostgresqlServer primary = PostgresqlServer.startIn(first);
        try (Connection connection = connect(primary);
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            copy(first, second);
            final Path data = second.resolve("data");
            try (ResultSet label = statement.executeQuery("SELECT labelfile FROM pg_backup_stop()")) {
                label.next();
                Files.writeString(data.resolve("backup_label"), label.getString(1));
            }
            Files.createFile(data.resolve("standby.signal"));
            Files.writeString(
                    data.resolve("postgresql.auto.conf"),
                    STANDBY.formatted(primary.port(), primary.password()),
                    StandardOpenOption.APPEND);
            final PostgresqlServer standby = PostgresqlServer.startIn(second);
            statement.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
            statement.execute("SELECT pg_reload_conf()");
            return new Standby(first, primary, standby);
        }
    }

    private static Connection connect(final PostgresqlServer server) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + server.host() + ":" + server.port() + "/postgres",
                server.username(),
                server.password());
    }

    private static void copy(final Path from, final Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(final Path folder, final BasicFileAttributes attributes)
                    throws IOException {
                Files.copy(folder, to.resolve(from.relativize(folder)), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
                final String name = file.getFileName().toString();
                if (!name.startsWith("postmaster.") && !name.startsWith("lock")) {
                    try {
                        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                    } catch (final NoSuchFileException e) {
                        return FileVisitResult
                                .CONTINUE; // the server has removed it, as the protocol of a backup allows
                    } catch (final IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(final Path file, final IOException error) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    PostgresqlServer primary() {
        return primary;
    }

    PostgresqlServer standby() {
        return standby;
    }

    /** Returns the setting {@code postgresql.hosts}. */
    String hosts() {
        return primary.host() + ":" + primary.port() + "," + standby.host() + ":" + standby.port();
    }

    /** Ends the primary as a loss of power does. */
    void killPrimary() throws IOException {
        final String pid = Files.readAllLines(primaryData.resolve("data").resolve("postmaster.pid"))
                .get(0)
                .strip();
        final ProcessHandle main = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        main.descendants().forEach(ProcessHandle::destroyForcibly);
        main.destroyForcibly();
        main.onExit().join();
    }

    void promote() throws SQLException {
        run(standby, "SELECT pg_promote()");
    }

    static void run(final PostgresqlServer server, final String sql) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        standby.close();
        primary.close();
    }
}
