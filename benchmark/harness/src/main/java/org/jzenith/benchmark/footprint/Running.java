package org.jzenith.benchmark.footprint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;

/** A program that runs. */
final class Running implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 2;

    private final Child process;
    private final InetSocketAddress address;
    private final long begin;

    private Running(final Child process, final InetSocketAddress address, final long begin) {
        this.process = process;
        this.address = address;
        this.begin = begin;
    }

    static Running start(
            final String name,
            final List<String> command,
            final Map<String, String> environment,
            final int port,
            final Path log) {
        final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        final long begin = System.nanoTime();
        return new Running(Child.start(name, command, environment, log), address, begin);
    }

    /** Asks again and again until the answer is 200; returns the time since the start of the process. */
    Duration awaitAnswer() {
        while (sinceBegin().compareTo(LIMIT) < 0 && process.isAlive()) {
            try (IdleConnection connection = IdleConnection.to(address)) {
                if (connection.ask()) {
                    return sinceBegin();
                }
            } catch (final IOException e) {
                pause();
            }
        }
        throw process.silence();
    }

    /** Creates a user of the example, again and again until that succeeds; returns its address. */
    URI awaitUser() {
        final HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + address.getPort() + "/users"))
                .header("Content-Type", "application/json")
                .timeout(LIMIT)
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"Ann\",\"email\":\"ann@example.org\"}"))
                .build();
        while (sinceBegin().compareTo(LIMIT) < 0 && process.isAlive()) {
            try {
                final var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() == 201) {
                    return URI.create(response.headers().firstValue("Location").orElseThrow());
                }
            } catch (final IOException e) {
                pause();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BenchmarkException("The measurement was interrupted.", e);
            }
        }
        throw process.silence();
    }

    private Duration sinceBegin() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }

    InetSocketAddress address() {
        return address;
    }

    long pid() {
        return process.pid();
    }

    Duration cpuTime() {
        return process.cpuTime();
    }

    void tellToEnd() {
        process.tellToEnd();
    }

    void awaitEnd() {
        process.awaitEnd(LIMIT);
    }

    String endOfLog() {
        return process.endOfLog();
    }

    @Override
    public void close() {
        process.close();
    }
}
