package org.jzenith.benchmark.messages;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;

/** An instance of {@link OrderApplication}: a process that can be killed, frozen and started again, on the same port. */
final class Instance {

    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int READY_MILLIS = 1_000;
    private static final long POLL_MILLIS = 20;

    private final Cleanup cleanup;
    private final String name;
    private final Path logs;
    private final List<String> command;
    private final int port = Child.freePort();
    private int starts;
    private @Nullable Child process;

    /**
     * Describes an instance.
     *
     * @param name the name in what it writes
     * @param before the beginning of the command, which may be empty
     * @param settings the settings of the application
     * @param logs a folder
     */
    Instance(
            final Cleanup cleanup,
            final String name,
            final List<String> before,
            final Map<String, String> settings,
            final Path logs) {
        this.cleanup = cleanup;
        this.name = name;
        this.logs = logs;
        this.command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Dorg.slf4j.simpleLogger.log.org.apache.kafka=warn",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
                "-cp",
                System.getProperty("java.class.path"),
                OrderApplication.class.getName(),
                "--rest.port=" + port,
                "--orders.instance=" + name));
        settings.forEach(this::set);
    }

    /** Changes a setting for the next start. */
    void set(final String key, final String value) {
        command.removeIf(argument -> argument.startsWith("--" + key + "="));
        command.add("--" + key + "=" + value);
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    /** Starts the process, and returns at once. */
    void start() {
        final Child started = Child.start(
                "the instance " + name, command, Map.of(), logs.resolve("instance-" + name + "-" + ++starts + ".log"));
        cleanup.add("instance " + name, () -> {
            if (started.isAlive()) {
                started.signal("KILL");
            }
        });
        process = started;
    }

    private Child process() {
        if (process == null) {
            throw new BenchmarkException("The instance " + name + " was not started.");
        }
        return process;
    }

    boolean isReady(final int limitMillis) {
        return Http.get(port, "/health/ready", limitMillis).status() == 200;
    }

    void awaitReady() {
        final long begin = System.nanoTime();
        while (!isReady(READY_MILLIS)) {
            if (!process().isAlive() || System.nanoTime() - begin > LIMIT_NANOS) {
                throw process().silence();
            }
            MeasuredServer.pause(POLL_MILLIS);
        }
    }

    /** Sends a signal: {@code STOP} freezes the process until {@code CONT}. */
    void signal(final String signal) {
        process().signal(signal);
    }

    /** Ends the process as a loss of power does. */
    void kill() {
        process().signal("KILL");
        process().awaitEnd(Duration.ofSeconds(10));
    }

    /** Shuts the application down gracefully. */
    void stop() {
        process().tellToEnd();
        process().awaitEnd(Duration.ofMinutes(1));
    }

    long pid() {
        return process().pid();
    }

    String endOfLog() {
        return process().endOfLog();
    }
}
