package org.jzenith.benchmark.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;

/** A fault that strikes instances or their server. */
enum Fault {
    /** Instances are killed in turn, and started again. */
    KILL("an instance killed every 10 s or more") {
        @Override
        void strike(final InstanceGroup group, final LoadOptions options, final FaultFindings findings) {
            final List<Instance> instances = group.instances();
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.number("--seconds", 300));
            int kills = 0;
            while (System.nanoTime() - end < 0) {
                final Instance struck = instances.get(kills++ % instances.size());
                final long begin = System.nanoTime();
                group.requireBusy(List.of(struck));
                struck.kill();
                struck.start();
                struck.awaitReady();
                MeasuredServer.pause(Math.max(
                        SETTLE_MILLIS,
                        BETWEEN_KILLS_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)));
            }
            findings.note(kills + " kills");
        }
    },

    /** The instance that runs the job stands still, and wakes up. */
    FREEZE("an instance frozen for %d s, then woken") {
        @Override
        void strike(final InstanceGroup group, final LoadOptions options, final FaultFindings findings) {
            final Instance struck = group.leader();
            group.requireBusy(List.of(struck));
            struck.signal("STOP");
            MeasuredServer.pause(away(options) * 1_000L);
            final boolean moved = !group.leader().equals(struck);
            struck.signal("CONT");
            findings.require(moved, "the job has not moved");
            findings.timed("ready again", () -> struck.isReady(READY_MILLIS));
            findings.timed("handles orders again", () -> group.audit().deliveries(struck.name(), 1) > 0);
            MeasuredServer.pause(AFTER_MILLIS);
        }
    },

    /** The instance that runs the job cannot reach the server. */
    CUT("an instance cut off from the engine for %d s") {
        @Override
        void strike(final InstanceGroup group, final LoadOptions options, final FaultFindings findings) {
            final Instance struck = group.leader();
            group.requireBusy(List.of(struck));
            group.way(struck).freeze();
            probe(List.of(struck), options, findings);
            group.way(struck).thaw();
            back(List.of(struck), findings);
            findings.timed("handles orders again", () -> group.audit().deliveries(struck.name(), 1) > 0);
            MeasuredServer.pause(AFTER_MILLIS);
        }
    },

    /** The server is killed, and started again with its data. */
    RESTART("the server killed, restarted after %d s") {
        @Override
        void strike(final InstanceGroup group, final LoadOptions options, final FaultFindings findings) {
            group.requireBusy(group.instances());
            group.server().kill();
            probe(group.instances(), options, findings);
            group.server().restart();
            back(group.instances(), findings);
            MeasuredServer.pause(AFTER_MILLIS);
        }
    },

    /** The server is killed, and started again without its data. */
    EMPTY("the server killed, restarted empty") {
        @Override
        void strike(final InstanceGroup group, final LoadOptions options, final FaultFindings findings) {
            group.requireBusy(group.instances());
            group.server().kill();
            group.server().restartEmpty();
            MeasuredServer.pause(AFTER_MILLIS);
            probe(group.instances(), options, findings);
            for (final Instance instance : group.instances()) {
                final Http.Reply ready = Http.get(instance.port(), "/health/ready", HUNG_MILLIS);
                findings.note("readiness " + ready.status()
                        + ready.body().replaceAll("\\{[^{}]*\"UP\"},?|[{}\\[\\]\"]", " "));
                findings.require(ready.status() == 503, "an instance is ready");
            }
        }

        @Override
        boolean keepsData() {
            return false;
        }
    },

    /** Instances are shut down and started again, one after another. */
    ROLLING("rolling restarts") {
        @Override
        void strike(final InstanceGroup group, final LoadOptions options, final FaultFindings findings) {
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.number("--seconds", 60));
            int restarts = 0;
            while (System.nanoTime() - end < 0) {
                for (final Instance instance : group.instances()) {
                    group.requireBusy(List.of(instance));
                    instance.stop();
                    instance.start();
                    instance.awaitReady();
                    MeasuredServer.pause(SETTLE_MILLIS);
                    restarts++;
                }
            }
            findings.note(restarts + " restarts");
            findings.require(group.load().failed() == 0, "requests failed");
        }
    };

    private static final long BETWEEN_KILLS_MILLIS = 10_000;

    /** The time in which an instance that is ready gets its share of the work. */
    private static final long SETTLE_MILLIS = 3_000;

    private static final int HUNG_MILLIS = 15_000;
    private static final int READY_MILLIS = 1_000;
    private static final long AFTER_MILLIS = 8_000;
    private static final long PROBE_MILLIS = 1_000;

    private final String title;

    Fault(final String title) {
        this.title = title;
    }

    /** Returns a fault by its name in options. */
    static Fault of(final String name) {
        for (final Fault fault : values()) {
            if (fault.name().toLowerCase(Locale.ROOT).equals(name)) {
                return fault;
            }
        }
        throw new BenchmarkException("There is no fault '" + name + "'; --help lists them.");
    }

    private static int away(final LoadOptions options) {
        return options.number("--away", 30);
    }

    String title(final LoadOptions options) {
        return title.formatted(away(options));
    }

    /** Strikes, and returns when the fault is over. */
    abstract void strike(InstanceGroup group, LoadOptions options, FaultFindings findings);

    /** Returns false if nobody can expect what the server was given. */
    boolean keepsData() {
        return true;
    }

    /** Asks instances directly, for the time that they are without their server. */
    private static void probe(final List<Instance> struck, final LoadOptions options, final FaultFindings findings) {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(away(options));
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
    private static void back(final List<Instance> struck, final FaultFindings findings) {
        for (final Instance instance : struck) {
            final BooleanSupplier publishes =
                    () -> Http.post(instance.port(), "/notes", HUNG_MILLIS).status() < 300;
            findings.timed("publishes again", publishes);
        }
    }
}
