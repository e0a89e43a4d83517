package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;

/** A contestant that runs. */
final class RunningContestant {

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final long PAUSE_MILLIS = 50;
    private static final double BUSY_SHARE = 0.05;
    private static final int IDLE_CHECK_MILLIS = 400;
    private static final int IDLE_CHECKS = 50;

    private final Contestant contestant;
    private final Child process;
    private final ProcessFigures figures;

    private RunningContestant(final Contestant contestant, final Child process) {
        this.contestant = contestant;
        this.process = process;
        this.figures = new ProcessFigures(process.pid());
    }

    /** Starts it and waits for its first answer. */
    static RunningContestant start(final Contestant contestant, final Path folder, final Cleanup cleanup) {
        final Child process = Child.start(
                "The contestant " + contestant.name(),
                contestant.command(),
                contestant.environment(),
                folder.resolve(contestant.name() + "-" + contestant.port() + ".log"));
        cleanup.add(process, process::close);
        final RunningContestant server = new RunningContestant(contestant, process);
        server.awaitAnswer();
        return server;
    }

    private void awaitAnswer() {
        final HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        final HttpRequest request = HttpRequest.newBuilder(URI.create(contestant.url("/plaintext")))
                .timeout(LIMIT)
                .build();
        final long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < end && process.isAlive()) {
            try {
                client.send(request, HttpResponse.BodyHandlers.discarding());
                if (contestant.tlsPort() != 0) {
                    new Socket(InetAddress.getLoopbackAddress(), contestant.tlsPort()).close();
                }
                return;
            } catch (final IOException e) {
                pause(PAUSE_MILLIS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        throw process.silence();
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

    /** Waits until all of them use next to no processor time. */
    static void awaitIdle(final List<RunningContestant> servers) {
        List<RunningContestant> busy = servers;
        for (int i = 0; i < IDLE_CHECKS; i++) {
            busy = busyAmong(servers);
            if (busy.isEmpty()) {
                return;
            }
        }
        throw new BenchmarkException("The contestant " + busy.get(0).name()
                + " does not come to rest after a load: it still uses more than " + Math.round(BUSY_SHARE * 100)
                + " % of a processor. A measurement beside it would mean nothing.");
    }

    private static List<RunningContestant> busyAmong(final List<RunningContestant> servers) {
        final double[] before = servers.stream()
                .mapToDouble(server -> server.figures.cpuSeconds())
                .toArray();
        pause(IDLE_CHECK_MILLIS);
        return IntStream.range(0, before.length)
                .filter(i -> (servers.get(i).figures.cpuSeconds() - before[i]) * 1000 / IDLE_CHECK_MILLIS > BUSY_SHARE)
                .mapToObj(servers::get)
                .toList();
    }

    private static void pause(final long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The benchmark was interrupted.", e);
        }
    }
}
