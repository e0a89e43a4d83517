package org.jzenith.embedded.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** The main process of a server, found by the PID file of its data directory. */
public record ServerProcess(Product product, ProcessHandle process) {

    private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

    /** Finds the process that runs on a data directory; a PID in a stale file can belong to another program. */
    public static Optional<ServerProcess> of(final Product product, final Path root) {
        return fromPidFile(product, root)
                .filter(process -> isServer(product, root, process))
                .map(process -> new ServerProcess(product, process));
    }

    private static Optional<ProcessHandle> fromPidFile(final Product product, final Path root) {
        final Path file = product.pidFile(root);
        try {
            if (Files.exists(file)) {
                final List<String> lines = Files.readAllLines(file);
                return lines.isEmpty()
                        ? Optional.empty()
                        : ProcessHandle.of(Long.parseLong(lines.get(0).trim()));
            }
        } catch (final IOException | NumberFormatException e) {
            product.logger().debug("Cannot read {}", file, e);
        }
        return Optional.empty();
    }

    private static boolean isServer(final Product product, final Path root, final ProcessHandle process) {
        final boolean hasName = process.info()
                .command()
                .map(command -> Path.of(command).getFileName().toString().equals(Platform.program(product.program())))
                .orElse(false);
        return hasName && (!product.isJava() || isOf(root, process));
    }

    /** Returns true if an argument names a file of the directory; Windows does not tell the arguments. */
    private static boolean isOf(final Path root, final ProcessHandle process) {
        return process.info()
                .arguments()
                .map(arguments -> Stream.of(arguments).anyMatch(argument -> argument.startsWith(root.toString())))
                .orElse(true);
    }

    long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Asks the process to end; on Windows, it is killed. Returns false if it is still running after the limit. */
    public boolean terminate(final Duration limit) {
        process.destroy();
        return hasEnded(limit);
    }

    /** Kills the process; its child processes end when they notice. */
    public void kill() {
        process.destroyForcibly();
        if (!hasEnded(KILL_LIMIT)) {
            product.logger().warn("The embedded {} (process {}) cannot be ended.", product.title(), process.pid());
        }
    }

    private boolean hasEnded(final Duration limit) {
        try {
            process.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (final ExecutionException | TimeoutException e) {
            return false;
        }
    }
}
