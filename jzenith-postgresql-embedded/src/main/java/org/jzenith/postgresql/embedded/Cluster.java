package org.jzenith.postgresql.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A data directory and its server, which PostgreSQL's own programs initialise, start and stop. */
final class Cluster {

    static final String SUPERUSER = "postgres";

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.postgresql.embedded.EmbeddedPostgresql");
    private static final String HOST = "127.0.0.1";
    private static final int ATTEMPTS = 5;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final Path root;
    private final boolean temporary;
    private final Binaries binaries;
    private final Privileges privileges;
    private @Nullable ParentWatcher watcher;

    Cluster(final Path root, final boolean temporary, final Binaries binaries, final Privileges privileges) {
        this.root = root;
        this.temporary = temporary;
        this.binaries = binaries;
        this.privileges = privileges;
    }

    /** Initialises the data directory unless it exists; returns the password of the superuser. */
    String initialise(final TimeLimit deadline) {
        final Path password = root.resolve("password");
        try {
            if (Files.exists(data().resolve("PG_VERSION"))) {
                return Files.readString(password).trim();
            }
            Workspace.delete(data());
            privileges.grantAccess(root);
            Files.writeString(password, randomPassword());
            privileges.grantAccess(password);
            initdb(password, deadline);
            return Files.readString(password).trim();
        } catch (final IOException e) {
            throw Workspace.notWritable(root, e);
        }
    }

    void writePassword(final String password) {
        try {
            Files.writeString(root.resolve("password"), password);
        } catch (final IOException e) {
            throw Workspace.notWritable(root, e);
        }
    }

    private void initdb(final Path password, final TimeLimit deadline) {
        final List<String> command = privileges.command(
                binaries.program("initdb"),
                "--pgdata=" + data(),
                "--username=" + SUPERUSER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale-provider=builtin",
                "--locale=C.UTF-8",
                "--no-instructions");
        if (temporary) {
            command.add("--no-sync");
            command.add("--no-data-checksums");
        }
        try {
            new ExternalProgram("initdb", command, root.resolve("initdb.log")).run(deadline.remaining());
        } catch (final StartException e) {
            deleteQuietly(data());
            throw e;
        }
    }

    /** Starts the server and returns its port. */
    int start(final TimeLimit deadline) {
        stopPredecessor();
        watcher = ParentWatcher.start(root, temporary, stopCommand("fast")).orElse(null);
        for (int attempt = 1; ; attempt++) {
            final int port = freePort();
            try {
                startOn(port, deadline);
                return port;
            } catch (final StartException e) {
                if (attempt == ATTEMPTS || deadline.hasPassed() || !isPortInUse()) {
                    throw e;
                }
                LOGGER.debug("Another process has taken port {}; trying another one.", port);
            }
        }
    }

    private void startOn(final int port, final TimeLimit deadline) {
        final Path log = log();
        deleteQuietly(log);
        final List<String> command = privileges.command(
                binaries.program("pg_ctl"),
                "start",
                "-D",
                data().toString(),
                "-l",
                log.toString(),
                "-w",
                "-t",
                String.valueOf(deadline.remaining().toSeconds()),
                "-o",
                String.join(" ", settings(port)));
        final Path output = root.resolve("pg_ctl.log");
        final int exitCode = new ExternalProgram("pg_ctl", command, output)
                .exitCode(deadline.remaining().plusSeconds(2));
        if (exitCode != 0) {
            throw new StartException(StartProblem.of(
                            "The embedded PostgreSQL in " + root + " did not start. Its log ends with:\n"
                                    + (Files.exists(log) ? ExternalProgram.tail(log) : ExternalProgram.tail(output)))
                    .remedy("Correct what the log reports, or configure postgresql.host to use another server."));
        }
    }

    private List<String> settings(final int port) {
        final List<String> settings = new ArrayList<>(List.of(
                "-p " + port,
                "-c listen_addresses=" + HOST,
                "-c unix_socket_directories=",
                "-c max_connections=200",
                "-c timezone=UTC"));
        if (temporary) {
            settings.add("-c fsync=off");
            settings.add("-c synchronous_commit=off");
            settings.add("-c full_page_writes=off");
        }
        return settings;
    }

    /** Stops a server whose JVM has ended, and removes its PID file, which would keep the new server from starting. */
    private void stopPredecessor() {
        final Optional<Postmaster> predecessor = Postmaster.of(root);
        if (predecessor.isPresent()) {
            LOGGER.info(
                    "Stopping the PostgreSQL (process {}) that was left running in {}.",
                    predecessor.get().pid(),
                    root);
            stop(predecessor.get());
        }
        deleteQuietly(Postmaster.file(root));
    }

    /** Stops the server, by force if it must, and deletes temporary data. */
    void stop() {
        Postmaster.of(root).ifPresent(this::stop);
        if (watcher != null) {
            watcher.close();
        }
        if (temporary) {
            deleteQuietly(root);
        }
    }

    private void stop(final Postmaster postmaster) {
        for (final String mode : List.of("fast", "immediate")) {
            if (runs(postmaster) && !Thread.currentThread().isInterrupted()) {
                try {
                    new ExternalProgram("pg_ctl", stopCommand(mode), root.resolve("pg_ctl.log"))
                            .exitCode(STOP_LIMIT.plusSeconds(1));
                } catch (final StartException e) {
                    LOGGER.debug("pg_ctl did not stop the server", e);
                }
            }
        }
        if (runs(postmaster)) {
            postmaster.kill();
        }
    }

    /** The server removes the PID file last; its process is still visible until the operating system has reaped it. */
    private boolean runs(final Postmaster postmaster) {
        return Files.exists(Postmaster.file(root)) && postmaster.isAlive();
    }

    private List<String> stopCommand(final String mode) {
        return privileges.command(
                binaries.program("pg_ctl"),
                "stop",
                "-D",
                data().toString(),
                "-m",
                mode,
                "-w",
                "-t",
                String.valueOf(mode.equals("fast") ? STOP_LIMIT.toSeconds() : 2));
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return socket.getLocalPort();
        } catch (final IOException e) {
            throw new StartException(StartProblem.of("There is no free port on " + HOST + ": " + e.getMessage() + ".")
                    .remedy("End some of the processes that use ports.")
                    .causedBy(e));
        }
    }

    private boolean isPortInUse() {
        return ExternalProgram.tail(log()).contains("could not bind");
    }

    private static String randomPassword() {
        final byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void deleteQuietly(final Path path) {
        try {
            Workspace.delete(path);
        } catch (final IOException e) {
            LOGGER.debug("Cannot remove {}", path, e);
        }
    }

    private Path data() {
        return root.resolve("data");
    }

    private Path log() {
        return root.resolve("server.log");
    }
}
