package org.jzenith.postgresql.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The main process of a server, found by the PID file of its data directory. */
final class Postmaster {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.postgresql.embedded.EmbeddedPostgresql");

    private final ProcessHandle process;

    private Postmaster(final ProcessHandle process) {
        this.process = process;
    }

    /** The process that runs on a data directory; a PID in a stale file can belong to another program. */
    static Optional<Postmaster> of(final Path root) {
        return fromPidFile(root).filter(Postmaster::isPostgres).map(Postmaster::new);
    }

    private static Optional<ProcessHandle> fromPidFile(final Path root) {
        final Path file = file(root);
        try {
            if (Files.exists(file)) {
                final List<String> lines = Files.readAllLines(file);
                return lines.isEmpty()
                        ? Optional.empty()
                        : ProcessHandle.of(Long.parseLong(lines.get(0).trim()));
            }
        } catch (final IOException | NumberFormatException e) {
            LOGGER.debug("Cannot read {}", file, e);
        }
        return Optional.empty();
    }

    static Path file(final Path root) {
        return root.resolve("data").resolve("postmaster.pid");
    }

    private static boolean isPostgres(final ProcessHandle process) {
        return process.info()
                .command()
                .map(command -> {
                    final String program = Path.of(command).getFileName().toString();
                    return program.equals("postgres") || program.equals("postgres.exe");
                })
                .orElse(false);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the process; its child processes end when they notice. */
    void kill() {
        process.destroyForcibly();
        try {
            process.onExit().get(5, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (final ExecutionException | TimeoutException e) {
            LOGGER.warn("The embedded PostgreSQL (process {}) cannot be ended.", process.pid(), e);
        }
    }
}
