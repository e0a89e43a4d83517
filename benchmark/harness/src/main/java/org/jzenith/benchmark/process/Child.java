package org.jzenith.benchmark.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that was started here and is ended here, with all that it has started itself. */
public final class Child implements AutoCloseable {

    private static final int END_OF_LOG = 20;
    private static final long TERMINATION_SECONDS = 15;

    private final String name;
    private final Process process;
    private final Path log;

    private Child(final String name, final Process process, final Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a process.
     *
     * @param name for messages
     * @param command the program and its arguments
     * @param environment what is added to the environment of this process
     * @param log where its output goes
     * @return the process
     */
    public static Child start(
            final String name, final List<String> command, final Map<String, String> environment, final Path log) {
        final ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        try {
            return new Child(name, builder.start(), log);
        } catch (final IOException e) {
            throw new BenchmarkException(name + " cannot be started by " + String.join(" ", command) + ".", e);
        }
    }

    /**
     * A port that nobody listens at.
     *
     * @return the port
     */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (final IOException e) {
            throw new BenchmarkException("There is no free port.", e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /**
     * Sends a signal.
     *
     * @param name for example {@code STOP}, which freezes the process until {@code CONT}
     */
    public void signal(final String name) {
        try {
            final int code = new ProcessBuilder("kill", "-" + name, String.valueOf(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new BenchmarkException("kill -" + name + " failed with " + code + ".");
            }
        } catch (final IOException e) {
            throw new BenchmarkException("kill cannot be run.", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * The processor time that it has used.
     *
     * @return the time since its start
     */
    public Duration cpuTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /**
     * The memory that it has.
     *
     * @return resident memory in MiB
     */
    public double residentMebibytes() {
        final Path status = Path.of("/proc", String.valueOf(pid()), "status");
        try {
            return Files.readAllLines(status).stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow(() -> silence())
                    / 1024;
        } catch (final IOException e) {
            throw new BenchmarkException("The memory of " + name + " cannot be read. This needs Linux.", e);
        }
    }

    /** Asks it to end, and returns at once. */
    public void tellToEnd() {
        process.destroy();
    }

    /**
     * Waits until it has ended.
     *
     * @param limit after which waiting is a failure
     */
    public void awaitEnd(final Duration limit) {
        try {
            if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
                throw new BenchmarkException(name + " does not end. " + endOfLog());
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The benchmark was interrupted.", e);
        }
    }

    /**
     * Returns the failure to report when the process does not respond.
     *
     * @return the reason, with the end of the log
     */
    public BenchmarkException silence() {
        return new BenchmarkException(
                name + " gives no answer" + (isAlive() ? "" : ", it has ended") + ". " + endOfLog());
    }

    /**
     * The end of its log.
     *
     * @return the last lines that it has written
     */
    public String endOfLog() {
        try {
            final List<String> lines = Files.readAllLines(log);
            return "The end of its log:\n"
                    + String.join("\n", lines.subList(Math.max(0, lines.size() - END_OF_LOG), lines.size()));
        } catch (final IOException e) {
            return "Its log cannot be read: " + e;
        }
    }

    /** Ends it in order, or by force if that takes long. */
    @Override
    public void close() {
        final List<ProcessHandle> descendants = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(TERMINATION_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
    }
}
