package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A contestant that runs. */
final class Server implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final long PAUSE_MILLIS = 50;
    private static final long GOODBYE_SECONDS = 15;
    private static final double BUSY_SHARE = 0.05;
    private static final int IDLE_CHECK_MILLIS = 400;
    private static final int IDLE_CHECKS = 50;

    private final Contestant contestant;
    private final Process process;
    private final ProcessFigures figures;

    private Server(final Contestant contestant, final Process process) {
        this.contestant = contestant;
        this.process = process;
        this.figures = new ProcessFigures(process.pid());
    }

    /** Starts it and waits for its first answer. */
    static Server start(final Contestant contestant, final Path folder, final Cleanup cleanup) {
        final Path log = folder.resolve(contestant.name() + ".log");
        final ProcessBuilder builder = new ProcessBuilder(contestant.command())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(contestant.environment());
        try {
            final Server server = new Server(contestant, builder.start());
            cleanup.add(contestant.name(), server::close);
            server.awaitAnswer(log);
            return server;
        } catch (final IOException e) {
            throw new Failure(
                    "The contestant " + contestant.name() + " cannot be started by "
                            + String.join(" ", contestant.command()) + ".",
                    e);
        }
    }

    private void awaitAnswer(final Path log) throws IOException {
        final HttpClient client = HttpClient.newHttpClient();
        final HttpRequest request = HttpRequest.newBuilder(URI.create(contestant.url("/plaintext")))
                .timeout(LIMIT)
                .build();
        final long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < end && process.isAlive()) {
            try {
                client.send(request, HttpResponse.BodyHandlers.discarding());
                return;
            } catch (final IOException e) {
                pause(PAUSE_MILLIS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        throw new Failure("The contestant " + contestant.name() + " gives no answer at port " + contestant.port()
                + (process.isAlive() ? " within " + LIMIT.toSeconds() + " s" : ", it has ended")
                + ". The end of its log:\n" + end(Files.readAllLines(log)));
    }

    private static String end(final List<String> lines) {
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    Contestant contestant() {
        return contestant;
    }

    ProcessFigures figures() {
        return figures;
    }

    long pid() {
        return process.pid();
    }

    String name() {
        return contestant.name();
    }

    /** Waits until it uses next to no processor time. */
    void awaitIdle() {
        for (int i = 0; i < IDLE_CHECKS; i++) {
            final double before = figures.cpuSeconds();
            pause(IDLE_CHECK_MILLIS);
            if ((figures.cpuSeconds() - before) * 1000 / IDLE_CHECK_MILLIS <= BUSY_SHARE) {
                return;
            }
        }
        throw new Failure("The contestant " + name() + " does not come to rest after a load: it still uses more than "
                + Math.round(BUSY_SHARE * 100) + " % of a processor. A measurement beside it would mean nothing.");
    }

    private static void pause(final long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("The benchmark was interrupted.", e);
        }
    }

    /** Ends it and all that it started. */
    @Override
    public void close() {
        final List<ProcessHandle> family = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(GOODBYE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        family.forEach(ProcessHandle::destroyForcibly);
    }
}
