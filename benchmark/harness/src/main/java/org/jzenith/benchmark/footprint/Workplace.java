package org.jzenith.benchmark.footprint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/**
 * A temporary folder, a PostgreSQL and the programs that run, all of which are gone when it is closed, also when the
 * measurement is told to stop in the middle.
 */
final class Workplace implements AutoCloseable {

    private static final String DATABASE = "benchmark";

    private final Path root;
    private final Path folder;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private @Nullable PostgresqlServer postgresql;
    private boolean closed;

    private Workplace(final Path root, final Path folder) {
        this.root = root;
        this.folder = folder;
        open.push(() -> delete(folder));
    }

    static Workplace below(final Path root) {
        try {
            final Workplace workplace = new Workplace(root, Files.createTempDirectory("jzenith-footprint"));
            Runtime.getRuntime().addShutdownHook(new Thread(workplace::close, "clean-up"));
            return workplace;
        } catch (final IOException e) {
            throw new Failure("There is no place for temporary files.", e);
        }
    }

    Path file(final String name) {
        return folder.resolve(name);
    }

    /** Starts a PostgreSQL and lets the example make its tables. */
    void openDatabase(final Jvm jvm) {
        final PostgresqlServer server = PostgresqlServer.start();
        keep(server);
        server.createDatabase(DATABASE);
        postgresql = server;
        train(jvm, Program.EXAMPLE, List.of());
    }

    /** Runs a program until it has answered, and lets it end. */
    void train(final Jvm jvm, final Program program, final List<String> archive) {
        try (Running running = start(jvm, program, archive, program.training())) {
            if (program.training().isEmpty()) {
                running.awaitAnswer();
                running.tellToEnd();
            }
            running.awaitEnd();
        }
    }

    Running start(final Jvm jvm, final Program program, final List<String> archive, final List<String> arguments) {
        final List<String> command = jvm.command(archive, program.jar(root));
        command.addAll(arguments);
        final int port = freePort();
        final Running running = Running.start(program.name(), command, environment(port), port, file("program.log"));
        keep(running);
        return running;
    }

    private void keep(final AutoCloseable started) {
        synchronized (this) {
            if (!closed) {
                open.push(started);
                return;
            }
        }
        closeQuietly(started);
        throw new Failure("The measurement was told to stop.");
    }

    private Map<String, String> environment(final int port) {
        final Map<String, String> environment = new HashMap<>();
        environment.put("REST_PORT", String.valueOf(port));
        final PostgresqlServer server = postgresql;
        if (server != null) {
            environment.put("POSTGRESQL_HOST", server.host());
            environment.put("POSTGRESQL_PORT", String.valueOf(server.port()));
            environment.put("POSTGRESQL_DATABASE", DATABASE);
            environment.put("POSTGRESQL_USERNAME", server.username());
            environment.put("POSTGRESQL_PASSWORD", server.password());
        }
        return environment;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (final IOException e) {
            throw new Failure("There is no free port.", e);
        }
    }

    private static void delete(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(Objects.requireNonNull(file));
            }
        }
    }

    @Override
    public void close() {
        final Deque<AutoCloseable> leaving;
        synchronized (this) {
            closed = true;
            leaving = new ArrayDeque<>(open);
            open.clear();
        }
        leaving.forEach(Workplace::closeQuietly);
    }

    /** Nothing may keep the others from being closed. */
    private static void closeQuietly(final AutoCloseable one) {
        try {
            one.close();
        } catch (final Exception e) {
            System.getLogger(Workplace.class.getName()).log(System.Logger.Level.WARNING, "Something stays behind.", e);
        }
    }
}
