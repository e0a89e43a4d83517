package org.jzenith.benchmark.security;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;

/** A program that runs. */
final class MeasuredServer implements AutoCloseable {

    static final String PATH = "/json";

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 2;
    private static final double NANOS_OF_A_MICRO = 1e3;

    private final Child process;
    private final InetSocketAddress address;
    private final long begin;

    MeasuredServer(final Child process, final int port, final long begin) {
        this.process = process;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.begin = begin;
    }

    /** Waits for the first response; returns the time since the start of the process. */
    Duration awaitResponse() {
        while (process.isAlive() && System.nanoTime() - begin < LIMIT.toNanos()) {
            if (responds()) {
                return Duration.ofNanos(System.nanoTime() - begin);
            }
            pause(PAUSE_MILLIS);
        }
        throw process.silence();
    }

    private boolean responds() {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.getOutputStream()
                    .write(("GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            final @Nullable String first = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return first != null && (first.contains(" 200 ") || first.contains(" 401 "));
        } catch (final IOException e) {
            return false;
        }
    }

    static void pause(final long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }

    InetSocketAddress address() {
        return address;
    }

    String origin() {
        return "http://" + address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    String url() {
        return origin() + PATH;
    }

    /** Returns the CPU time since the start, in microseconds. */
    double cpuMicros() {
        return process.cpuTime().toNanos() / NANOS_OF_A_MICRO;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    BenchmarkException failure(final String message) {
        return new BenchmarkException(message + " " + process.endOfLog());
    }

    String endOfLog() {
        return process.endOfLog();
    }

    @Override
    public void close() {
        process.close();
    }
}
