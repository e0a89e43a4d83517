package org.jzenith.benchmark.messages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Instances of the application behind one address, their servers, and clients, until the clean-up. */
final class InstanceGroup {

    /** The engines, in the order of the table. */
    static final String ENGINES = "postgresql,redis";

    private static final int CUSTOMERS = 20;
    private static final int ITEMS = 4;
    private static final int WATCHERS = 3;
    private static final int BUSY_SECONDS = 4;

    private final DurablePostgresql database;
    private final EngineServer server;
    private final List<Instance> instances = new ArrayList<>();
    private final Map<Instance, UnreliableProxy> ways = new HashMap<>();
    private final Watchers watchers;
    private final OrderLoad load;

    /**
     * Starts everything.
     *
     * @param engine the name of the engine of the topics
     * @param count the number of instances
     * @param perSecond orders in a second
     * @param logs the folder of the instances' logs
     */
    InstanceGroup(final Cleanup cleanup, final String engine, final int count, final int perSecond, final Path logs) {
        database = new DurablePostgresql(cleanup);
        final EngineServer sql = new EngineServer(database);
        server = switch (engine) {
            case "postgresql" -> sql;
            case "redis" -> new EngineServer(new DurableRedis(cleanup));
            default -> throw new BenchmarkException("There is no engine '" + engine + "'. There are: " + ENGINES + ".");
        };
        for (int i = 1; i <= count; i++) {
            final UnreliableProxy toDatabase = sql.way(cleanup);
            final Map<String, String> settings = new HashMap<>();
            settings.put("postgresql.port", String.valueOf(toDatabase.port()));
            final UnreliableProxy toServer = server == sql ? toDatabase : server.way(cleanup);
            if (server != sql) {
                settings.put(engine + ".port", String.valueOf(toServer.port()));
            }
            settings.put("messages.orders.over", engine);
            settings.put("messages.notes.over", engine);
            final Instance instance = new Instance(cleanup, String.valueOf(i), settings, logs);
            ways.put(instance, toServer);
            instances.add(instance);
            instance.start();
        }
        instances.forEach(Instance::awaitReady);
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
        return Objects.requireNonNull(ways.get(instance));
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

    /** Fails if clients place no orders, or an instance handles none, so that a fault would prove nothing. */
    void requireBusy(final List<Instance> struck) {
        final long before = load.placed();
        MeasuredServer.pause(500);
        if (load.placed() == before) {
            throw new BenchmarkException("The fault would strike an idle system: no orders are placed.");
        }
        for (final Instance instance : struck) {
            if (audit().deliveries(instance.name(), BUSY_SECONDS) == 0) {
                throw new BenchmarkException("The fault would strike an idle system: the instance " + instance.name()
                        + " has handled nothing for " + BUSY_SECONDS + " s. " + instance.endOfLog());
            }
        }
    }
}
