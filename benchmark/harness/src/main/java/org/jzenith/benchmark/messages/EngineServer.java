package org.jzenith.benchmark.messages;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** A server with which the instances share messages. Each instance has a way of its own to it, which can be cut. */
final class EngineServer {

    /** The engines, in the order of the table. */
    static final String ENGINES = "postgresql,redis,kafka";

    /** The process of a server. */
    interface Program {

        /**
         * Starts it, unless it runs already.
         *
         * @param ways the ports by which the instances reach it; none if they reach it directly
         */
        void open(List<Integer> ways);

        /** Returns the port for a way, counted from 0; it may be another one after a restart. */
        int port(int way);

        /** Ends it as a loss of power does. */
        void kill();

        /** Starts it with its data. */
        void restart();

        /** Starts it without its data. */
        void restartEmpty();

        /** Adds partitions to a topic, if the engine can do so while instances use it. */
        default void raisePartitions(final String topic, final int count) {
            throw new BenchmarkException("The engine has a fixed number of partitions.");
        }
    }

    private final Program program;
    private final List<UnreliableProxy> ways = new ArrayList<>();

    /**
     * Opens the ways.
     *
     * @param count the number of instances
     */
    EngineServer(final Cleanup cleanup, final Program program, final int count) {
        this.program = program;
        for (int i = 0; i < count; i++) {
            final UnreliableProxy proxy = new UnreliableProxy(0);
            cleanup.add(proxy, proxy::close);
            ways.add(proxy);
        }
        program.open(ways.stream().map(UnreliableProxy::port).toList());
        for (int i = 0; i < count; i++) {
            ways.get(i).redirect(program.port(i));
        }
    }

    /** Creates the program of an engine. */
    static Program program(final Cleanup cleanup, final String engine, final DurablePostgresql database) {
        return switch (engine) {
            case "postgresql" -> database;
            case "redis" -> new DurableRedis(cleanup);
            case "kafka" -> new DurableKafka(cleanup);
            default -> throw new BenchmarkException("There is no engine '" + engine + "'. There are: " + ENGINES + ".");
        };
    }

    /** Returns the settings of an instance that keeps its topics in an engine. */
    static Map<String, String> settings(final String engine, final int databasePort, final int enginePort) {
        final Map<String, String> settings = new HashMap<>();
        settings.put("messages.orders.over", engine);
        settings.put("messages.notes.over", engine);
        settings.put("postgresql.port", String.valueOf(databasePort));
        switch (engine) {
            case "redis" -> settings.put("redis.port", String.valueOf(enginePort));
            case "kafka" -> settings.put("kafka.bootstrap-servers", "127.0.0.1:" + enginePort);
            default -> {
                // The engine is the database.
            }
        }
        return settings;
    }

    /** Returns the way of an instance, counted from 0. */
    UnreliableProxy way(final int instance) {
        return ways.get(instance);
    }

    void kill() {
        program.kill();
        ways.forEach(UnreliableProxy::shut);
    }

    void restart() {
        program.restart();
        reopen();
    }

    void restartEmpty() {
        program.restartEmpty();
        reopen();
    }

    void raisePartitions(final String topic, final int count) {
        program.raisePartitions(topic, count);
    }

    private void reopen() {
        for (int i = 0; i < ways.size(); i++) {
            ways.get(i).reopen(program.port(i));
        }
    }
}
