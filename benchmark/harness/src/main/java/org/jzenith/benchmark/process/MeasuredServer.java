package org.jzenith.benchmark.process;

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

/** A program that runs. */
public final class MeasuredServer implements AutoCloseable {

    /** The path of the smallest resource. */
    public static final String PATH = "/json";

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 2;
    private static final double NANOS_OF_A_MICRO = 1e3;

    private final Child process;
    private final InetSocketAddress address;
    private final long begin;

    /**
     * Describes a program that was started.
     *
     * @param process of the program
     * @param port where it will respond
     * @param begin the start, by {@link System#nanoTime}
     */
    public MeasuredServer(final Child process, final int port, final long begin) {
        this.process = process;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.begin = begin;
    }

    /**
     * Waits for the first response.
     *
     * @return the time since the start of the process
     */
    public Duration awaitResponse() {
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

    /**
     * Waits.
     *
     * @param millis milliseconds
     */
    public static void pause(final long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }

    /**
     * Returns the address.
     *
     * @return on this machine
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Returns the origin of its URLs.
     *
     * @return without a slash at the end
     */
    public String origin() {
        return "http://" + address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /**
     * Returns the URL of the smallest resource.
     *
     * @return of {@code /json}
     */
    public String url() {
        return origin() + PATH;
    }

    /**
     * Returns the CPU time since the start.
     *
     * @return in microseconds
     */
    public double cpuMicros() {
        return process.cpuTime().toNanos() / NANOS_OF_A_MICRO;
    }

    /**
     * Returns the id of the process.
     *
     * @return as the system has it
     */
    public long pid() {
        return process.pid();
    }

    /**
     * Returns true while the program runs.
     *
     * @return false after its end
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Creates a failure that shows the log of the program.
     *
     * @param message a sentence
     * @return to be thrown
     */
    public BenchmarkException failure(final String message) {
        return new BenchmarkException(message + " " + process.endOfLog());
    }

    /**
     * Returns the last lines of the log.
     *
     * @return the text
     */
    public String endOfLog() {
        return process.endOfLog();
    }

    @Override
    public void close() {
        process.close();
    }
}
