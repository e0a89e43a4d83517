package org.jzenith.benchmark.messages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Instances of the application behind one address, their servers, and clients, until the clean-up. */
final class InstanceGroup {

    private static final int CUSTOMERS = 20;
    private static final int ITEMS = 4;
    private static final int WATCHERS = 3;
    private static final int BUSY_SECONDS = 4;
    private static final long LIMIT_NANOS = 60_000_000_000L;

    private final DurablePostgresql database;
    private final EngineServer sql;
    private final EngineServer server;
    private final @Nullable Namespaces namespaces;
    private final List<Instance> instances = new ArrayList<>();
    private final Watchers watchers;
    private final OrderLoad load;

    /**
     * Starts everything.
     *
     * @param engine the name of the engine of the topics
     * @param count the number of instances
     * @param apart true if each instance shall have a network namespace, where this machine has them
     * @param settings further settings of the application
     * @param perSecond orders in a second
     * @param logs the folder of the instances' logs
     */
    InstanceGroup(
            final Cleanup cleanup,
            final String engine,
            final int count,
            final boolean apart,
            final Map<String, String> settings,
            final int perSecond,
            final Path logs) {
        namespaces = apart ? Namespaces.create(cleanup, count) : null;
        database = new DurablePostgresql(cleanup);
        sql = new EngineServer(cleanup, database, count);
        server = engine.equals("postgresql")
                ? sql
                : new EngineServer(cleanup, EngineServer.program(cleanup, engine, database), count);
        for (int i = 0; i < count; i++) {
            final int toDatabase = sql.way(i).port();
            final int toEngine = server.way(i).port();
            final Map<String, String> all = new HashMap<>(settings);
            all.putAll(EngineServer.settings(engine, toDatabase, toEngine));
            final String name = String.valueOf(i + 1);
            final Instance instance;
            if (namespaces == null) {
                instance = new Instance(cleanup, name, List.of(), all, logs);
            } else {
                all.put("rest.host", "0.0.0.0");
                instance = new Instance(cleanup, name, namespaces.command(i), all, logs);
                namespaces.connect(i, Stream.of(toDatabase, toEngine).distinct().toList(), instance.port(), logs);
            }
            instances.add(instance);
            instance.start();
            instance.awaitReady();
        }
        final Front front = Front.start(cleanup, instances);
        watchers = new Watchers(front.port(), WATCHERS);
        watchers.awaitOpen();
        load = new OrderLoad(front.port(), CUSTOMERS, ITEMS, perSecond);
        cleanup.add("load", load::end);
    }

    List<Instance> instances() {
        return instances;
    }

    EngineServer server() {
        return server;
    }

    /** Returns the way of an instance to the server of the engine. */
    UnreliableProxy way(final Instance instance) {
        return server.way(instances.indexOf(instance));
    }

    /** Returns the ways of an instance to the server of the engine and to the database, which may be the same. */
    List<UnreliableProxy> ways(final Instance instance) {
        return server == sql ? List.of(way(instance)) : List.of(way(instance), sql.way(instances.indexOf(instance)));
    }

    /** Returns null if all instances are in the network of this machine. */
    @Nullable
    Namespaces namespaces() {
        return namespaces;
    }

    Audit audit() {
        return database.audit();
    }

    OrderLoad load() {
        return load;
    }

    Watchers watchers() {
        return watchers;
    }

    /** Returns the instance that does the work of the job. */
    Instance leader() {
        final String name = audit().leader();
        return instances.stream()
                .filter(instance -> instance.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until each instance handles orders, but not for ever. */
    void awaitBusy() {
        awaitBusy(instances);
    }

    private void awaitBusy(final List<Instance> all) {
        final long begin = System.nanoTime();
        while (!all.stream().allMatch(this::isBusy) && System.nanoTime() - begin < LIMIT_NANOS) {
            MeasuredServer.pause(500);
        }
    }

    private boolean isBusy(final Instance instance) {
        return audit().deliveries(instance.name(), BUSY_SECONDS) > 0;
    }

    /** Fails if clients place no orders, or an instance comes to handle none, so that a fault would prove nothing. */
    void requireBusy(final List<Instance> struck) {
        awaitBusy(struck);
        final long before = load.placed();
        MeasuredServer.pause(500);
        if (load.placed() == before) {
            throw new BenchmarkException("The fault would strike an idle system: no orders are placed.");
        }
        for (final Instance instance : struck) {
            if (!isBusy(instance)) {
                throw new BenchmarkException("The fault would strike an idle system: the instance " + instance.name()
                        + " has handled nothing for " + BUSY_SECONDS + " s. " + instance.endOfLog());
            }
        }
    }
}
