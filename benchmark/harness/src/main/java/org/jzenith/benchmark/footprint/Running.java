package org.jzenith.benchmark.footprint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program that runs. */
final class Running implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 2;

    private final String name;
    private final Process process;
    private final InetSocketAddress address;
    private final Path log;
    private final long begin;

    private Running(
            final String name,
            final Process process,
            final InetSocketAddress address,
            final Path log,
            final long begin) {
        this.name = name;
        this.process = process;
        this.address = address;
        this.log = log;
        this.begin = begin;
    }

    static Running start(
            final String name,
            final List<String> command,
            final Map<String, String> environment,
            final int port,
            final Path log) {
        final ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        final long begin = System.nanoTime();
        try {
            return new Running(name, builder.start(), address, log, begin);
        } catch (final IOException e) {
            throw new Failure(name + " cannot be started by " + String.join(" ", command) + ".", e);
        }
    }

    /** Asks again and again until the answer is 200; returns the time since the start of the process. */
    Duration awaitAnswer() {
        while (sinceBegin().compareTo(LIMIT) < 0 && process.isAlive()) {
            try (Connection connection = Connection.to(address)) {
                if (connection.ask()) {
                    return sinceBegin();
                }
            } catch (final IOException e) {
                pause();
            }
        }
        throw new Failure(name + " gives no answer" + (process.isAlive() ? "" : ", it has ended") + "." + endOfLog());
    }

    private Duration sinceBegin() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("The measurement was interrupted.", e);
        }
    }

    InetSocketAddress address() {
        return address;
    }

    long pid() {
        return process.pid();
    }

    Duration cpuTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    void tellToEnd() {
        process.destroy();
    }

    void awaitEnd() {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new Failure(name + " does not end." + endOfLog());
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("The measurement was interrupted.", e);
        }
    }

    String endOfLog() {
        try {
            final List<String> lines = Files.readAllLines(log);
            return " The end of its log:\n"
                    + String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (final IOException e) {
            return " Its log cannot be read: " + e;
        }
    }

    /** Ends it in order, or by force if that takes long. */
    @Override
    public void close() {
        final List<ProcessHandle> family = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(15, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        family.forEach(ProcessHandle::destroyForcibly);
    }
}
