package org.jzenith.benchmark.database;

import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jzenith.benchmark.process.MeasuredServer;

/** Different kinds of load one after the other, and pauses of the whole process, as a garbage collection or a host makes them. */
final class Phases {

    private static final String PAUSED = "@pause";
    private static final int CONNECTIONS = 64;
    private static final long PAUSE_MILLIS = 2_000;

    private final Example example;
    private final int seconds;

    Phases(final Example example, final int seconds) {
        this.example = example;
        this.seconds = seconds;
    }

    /** Prints what 64 connections get in each phase; a path that ends in {@code @pause} is asked for during a pause, too. */
    void measure(final String paths) {
        System.out.println("| path | pause | good/s | refused | errors |\n|---|--:|--:|--:|--:|");
        for (final String phase : paths.split(",", -1)) {
            final boolean paused = phase.endsWith(PAUSED);
            final String path = paused ? phase.substring(0, phase.length() - PAUSED.length()) : phase;
            final CompletableFuture<Void> pause =
                    paused ? CompletableFuture.runAsync(this::pause) : CompletableFuture.completedFuture(null);
            final LoadClients.Result result =
                    new LoadClients(example.address(), path, false).ask(CONNECTIONS, 0, seconds);
            pause.join();
            System.out.println(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.1f | %d | %d |",
                    path,
                    paused ? PAUSE_MILLIS + " ms" : "",
                    (double) result.good() / seconds,
                    result.refused(),
                    result.errors()));
        }
    }

    private void pause() {
        MeasuredServer.pause(seconds * 1_000L / 3);
        example.program().signal("STOP");
        MeasuredServer.pause(PAUSE_MILLIS);
        example.program().signal("CONT");
    }
}
