package org.jzenith.benchmark.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.MeasuredServer;

/** Requests to instances whose server is struck. */
final class Probes {

    /** The time after which a request counts as hung: longer than any limit of jZenith that applies to it. */
    static final int HUNG_MILLIS = 15_000;

    private static final long PROBE_MILLIS = 1_000;

    private Probes() {}

    /** Asks instances directly, for the time that they are without their server. */
    static void without(final List<Instance> struck, final int seconds, final FaultFindings findings) {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        final List<CompletableFuture<Void>> probes = new ArrayList<>();
        for (final Instance instance : struck) {
            probes.add(CompletableFuture.runAsync(() -> {
                while (System.nanoTime() - end < 0) {
                    findings.without(
                            Http.post(instance.port(), "/notes", HUNG_MILLIS),
                            Http.get(instance.port(), "/alive", HUNG_MILLIS));
                    MeasuredServer.pause(PROBE_MILLIS);
                }
            }));
        }
        probes.forEach(CompletableFuture::join);
    }

    /** Waits until instances publish again, by themselves. */
    static void back(final List<Instance> struck, final FaultFindings findings) {
        for (final Instance instance : struck) {
            findings.timed(
                    "publishes again",
                    () -> Http.post(instance.port(), "/notes", HUNG_MILLIS).status() / 100 == 2);
        }
    }
}
