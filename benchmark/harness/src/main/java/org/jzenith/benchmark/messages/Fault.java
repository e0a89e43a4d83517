package org.jzenith.benchmark.messages;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.test.internal.fault.UnreliableProxy;

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

        @Override
        int owners() {
            return 2;
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

        @Override
        boolean freezes() {
            return true;
        }
    },

    /** The instance that runs the job cannot reach the server. */
    CUT("an instance cut off from the engine for %d s") {
        @Override
        void strike(final InstanceGroup group, final LoadOptions options, final FaultFindings findings) {
            final Instance struck = group.leader();
            group.requireBusy(List.of(struck));
            group.way(struck).freeze();
            Probes.without(List.of(struck), away(options), findings);
            group.way(struck).thaw();
            Probes.back(List.of(struck), findings);
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
            Probes.without(group.instances(), away(options), findings);
            group.server().restart();
            Probes.back(group.instances(), findings);
            MeasuredServer.pause(AFTER_MILLIS);
        }

        @Override
        boolean moves() {
            return false;
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
            Probes.without(group.instances(), Math.min(EMPTY_SECONDS, away(options)), findings);
            for (final Instance instance : group.instances()) {
                final Http.Reply ready = Http.get(instance.port(), "/health/ready", Probes.HUNG_MILLIS);
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
    },

    /** One instance is killed, one stands still, and one cannot reach its servers, in turns that begin with the one that runs the job. */
    TOGETHER("within 10 s one instance killed, one frozen, one cut off from engine and database, all for %d s") {
        @Override
        void strike(final InstanceGroup group, final LoadOptions options, final FaultFindings findings) {
            int rounds = 0;
            do {
                final List<Instance> struck = new ArrayList<>(group.instances());
                Collections.rotate(struck, 1 + rounds++ % 2 - struck.indexOf(group.leader()));
                group.requireBusy(struck);
                final long begin = System.nanoTime();
                struck.get(0).kill();
                struck.get(0).start();
                MeasuredServer.pause(BETWEEN_FAULTS_MILLIS);
                struck.get(1).signal("STOP");
                MeasuredServer.pause(BETWEEN_FAULTS_MILLIS);
                group.ways(struck.get(2)).forEach(UnreliableProxy::freeze);
                findings.require(
                        System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(10), "the faults took more than 10 s");
                MeasuredServer.pause(away(options) * 1_000L);
                struck.get(1).signal("CONT");
                group.ways(struck.get(2)).forEach(UnreliableProxy::thaw);
                findings.timed(
                        "all handle orders again",
                        () -> struck.stream().allMatch(instance -> group.audit().deliveries(instance.name(), 1) > 0));
                MeasuredServer.pause(AFTER_MILLIS);
            } while (group.load().orders() < options.number("--orders", 100_000));
            findings.note(rounds + " times");
        }

        @Override
        int leastInstances() {
            return 3;
        }

        @Override
        boolean freezes() {
            return true;
        }

        @Override
        boolean moves() {
            return false;
        }

        @Override
        int rate(final LoadOptions options) {
            return 2 * super.rate(options);
        }
    },

    /** Instances cannot reach each other, but reach their servers. */
    APART("instances cut off from each other, not from the engine, for %d s") {
        @Override
        void strike(final InstanceGroup group, final LoadOptions options, final FaultFindings findings) {
            group.requireBusy(group.instances());
            final long repeats = group.audit().repeats();
            final long failed = group.load().failed();
            final Namespaces namespaces = group.namespaces();
            if (namespaces == null) {
                findings.note("in one network, where they know the addresses of proxies only");
                MeasuredServer.pause(away(options) * 1_000L);
            } else {
                final int others = group.instances().size() * (group.instances().size() - 1);
                findings.require(namespaces.reached(group.instances()) == others, "they were not joined before");
                namespaces.cut();
                findings.require(namespaces.reached(group.instances()) == 0, "they were not cut off");
                MeasuredServer.pause(away(options) * 1_000L);
                namespaces.join();
                findings.note("in network namespaces");
            }
            MeasuredServer.pause(AFTER_MILLIS);
            findings.require(group.audit().repeats() == repeats, "partitions have moved");
            findings.require(group.load().failed() == failed, "requests failed");
        }

        @Override
        boolean separates() {
            return true;
        }
    },

    /** The partitions of the orders are raised, and the instances are restarted with the new number. */
    PARTITIONS("partitions raised from 4 to 8") {
        @Override
        void strike(final InstanceGroup group, final LoadOptions options, final FaultFindings findings) {
            group.requireBusy(group.instances());
            group.server().raisePartitions(OrderApplication.ORDERS.name(), MORE_PARTITIONS);
            for (final Instance instance : group.instances()) {
                instance.set(PARTITIONS_SETTING, String.valueOf(MORE_PARTITIONS));
                instance.stop();
                instance.start();
                instance.awaitReady();
                MeasuredServer.pause(SETTLE_MILLIS);
            }
            final Audit audit = group.audit();
            final String restarted = audit.now();
            findings.timed("orders from before were handled", () -> audit.lost(restarted) == 0);
            findings.note(audit.outOfOrder() + " out of order before");
            findings.expectOrderSince(audit.now());
            MeasuredServer.pause(2 * AFTER_MILLIS);
            findings.require(group.load().failed() == 0, "requests failed");
        }

        @Override
        boolean concerns(final String engine) {
            return engine.equals("kafka");
        }

        @Override
        Map<String, String> settings() {
            return Map.of(PARTITIONS_SETTING, "4");
        }
    };

    private static final String PARTITIONS_SETTING = "messages.orders.partitions";
    private static final int MORE_PARTITIONS = 8;

    private static final long BETWEEN_KILLS_MILLIS = 10_000;
    private static final long BETWEEN_FAULTS_MILLIS = 3_000;

    /** The time in which an instance that is ready gets its share of the work. */
    private static final long SETTLE_MILLIS = 3_000;

    private static final int READY_MILLIS = 1_000;
    private static final long AFTER_MILLIS = 8_000;
    private static final int EMPTY_SECONDS = 10;

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

    /** Returns false if the server loses what it was given. */
    boolean keepsData() {
        return true;
    }

    /** Returns true if clients of a frozen process may wait for an answer in vain. */
    boolean freezes() {
        return false;
    }

    /** Returns true if instances that are not struck have the work in time. */
    boolean moves() {
        return true;
    }

    /** Returns how many owners of a customer's orders may be struck before one of them handles an order. */
    int owners() {
        return 1;
    }

    /** Returns true if each instance needs a network of its own. */
    boolean separates() {
        return false;
    }

    int leastInstances() {
        return 2;
    }

    /** Returns true if an engine can have this. */
    boolean concerns(final String engine) {
        return true;
    }

    /** Returns settings of the application, as an addition to those of every fault. */
    Map<String, String> settings() {
        return Map.of();
    }

    /** Returns the number of orders in a second. */
    int rate(final LoadOptions options) {
        return options.number("--rate", 340);
    }
}
