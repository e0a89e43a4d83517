package org.jzenith.benchmark.messages;

import io.reactivex.Completable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.sql.Outbox;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;

/** Two instances of the application in this process, on one PostgreSQL, which syncs each commit to the disk, and on an engine. */
final class MeasuredInstances {

    private static final int COUNT = 2;
    private static final int CUSTOMERS = 20;
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final DurablePostgresql server;
    private final List<RunningApplication> instances = new ArrayList<>();
    private final Database database;
    private final Outbox outbox;
    private final AtomicLong numbers = new AtomicLong();

    /**
     * Starts everything.
     *
     * @param over the name of the engine
     */
    MeasuredInstances(final Cleanup cleanup, final String over) {
        server = new DurablePostgresql(cleanup);
        final EngineServer.Program engine = EngineServer.program(cleanup, over, server);
        engine.open(List.of());
        final List<String> settings = new ArrayList<>(List.of("--rest.port=0", "--messages.copies.over=" + over));
        EngineServer.settings(over, server.port(), engine.port(0))
                .forEach((key, value) -> settings.add("--" + key + "=" + value));
        for (int i = 1; i <= COUNT; i++) {
            final List<String> own = new ArrayList<>(settings);
            own.add("--orders.instance=" + i);
            final RunningApplication instance = OrderApplication.application(
                            Duration.ofHours(1), own.toArray(String[]::new))
                    .run();
            cleanup.add(instance, instance::stop);
            instances.add(instance);
        }
        database = instances.get(0).get(Database.class);
        outbox = instances.get(0).get(Outbox.class);
    }

    int count() {
        return instances.size();
    }

    DurablePostgresql server() {
        return server;
    }

    Database database() {
        return database;
    }

    Outbox outbox() {
        return outbox;
    }

    /** Returns the port of the instance that publishes nothing. */
    int otherPort() {
        return instances.get(1).port();
    }

    /** Returns the next order, of the customers in turn. */
    OrderPlaced order() {
        final long number = numbers.incrementAndGet();
        return new OrderPlaced("customer-" + number % CUSTOMERS, number, 1);
    }

    static Completable insert(final SqlTransaction tx, final OrderPlaced order) {
        return tx.query(
                        "INSERT INTO orders (customer, number, amount) VALUES ($1, $2, $3)",
                        order.customer(),
                        order.number(),
                        order.amount())
                .execute();
    }

    /** Returns the number of messages in the outbox. */
    long waiting() {
        return database.query("SELECT count(*) FROM jzenith_outbox")
                .map(row -> row.getLong(0))
                .single()
                .blockingGet();
    }

    void awaitEmpty() {
        final long begin = System.nanoTime();
        while (waiting() > 0) {
            if (System.nanoTime() - begin > LIMIT_NANOS) {
                throw new BenchmarkException("The relay has not emptied the outbox after 3 min.");
            }
            MeasuredServer.pause(50);
        }
    }
}
