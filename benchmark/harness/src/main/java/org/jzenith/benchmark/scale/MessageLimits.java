package org.jzenith.benchmark.scale;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.SqlMessagesPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;

/** A consumer of one partition in PostgreSQL, which updates a row for each message. */
final class MessageLimits {

    private static final Topic<Deposit> DEPOSITS =
            Topic.of("deposits", Deposit.class).keyedBy(Deposit::account);
    private static final int MESSAGES = 20_000;
    /** The JVM compiles the code meanwhile. */
    private static final int WARM_UP = MESSAGES / 3;

    private static final int ACCOUNTS = 1_000;
    private static final int IN_FLIGHT = 64;
    private static final long LIMIT_NANOS = 120_000_000_000L;

    /** A message. */
    record Deposit(String account, long amount) {}

    /**
     * The figures.
     *
     * @param perSecond messages of one partition in a second
     * @param instanceMicros processor time of the consumer for one
     * @param databaseMicros processor time of PostgreSQL for one, with the update
     * @param appendMicros processor time of PostgreSQL to store one
     */
    record Found(double perSecond, double instanceMicros, double databaseMicros, double appendMicros) {}

    /** Handles messages. */
    static final class Deposits {

        private final Database database;
        private final AtomicLong handled;

        @Inject
        Deposits(final Database database, final AtomicLong handled) {
            this.database = database;
            this.handled = handled;
        }

        Completable add(final Deposit deposit) {
            return database.query(
                            "UPDATE deposit SET amount = amount + $2 WHERE account = $1",
                            deposit.account(),
                            deposit.amount())
                    .execute()
                    .doOnComplete(handled::incrementAndGet);
        }
    }

    private MessageLimits() {}

    static Found measure(final Cleanup cleanup, final SharedPostgresql server) {
        final Map<String, String> address = server.database("messages");
        final double append;
        try (Cleanup part = cleanup.part()) {
            append = publish(
                    start(part, MessagesPlugin.create().publishing(DEPOSITS), address, new AtomicLong()), server);
        }
        final AtomicLong handled = new AtomicLong();
        try (Cleanup part = cleanup.part()) {
            start(
                    part,
                    MessagesPlugin.create().consuming(DEPOSITS, "scale", Deposits.class, Deposits::add),
                    address,
                    handled);
            await(handled, WARM_UP);
            final List<Long> own = List.of(ProcessHandle.current().pid());
            final long before = handled.get();
            final long begin = System.nanoTime();
            final ProcessorTime ownBefore = ProcessorTime.of(own);
            final ProcessorTime databaseBefore = server.processorTime();
            await(handled, MESSAGES);
            final double count = MESSAGES - before;
            return new Found(
                    count * 1e9 / (System.nanoTime() - begin),
                    ProcessorTime.of(own).secondsSince(ownBefore) * 1e6 / count,
                    server.processorTime().secondsSince(databaseBefore) * 1e6 / count,
                    append);
        }
    }

    private static void await(final AtomicLong handled, final int count) {
        final long begin = System.nanoTime();
        while (handled.get() < count) {
            if (System.nanoTime() - begin > LIMIT_NANOS) {
                throw new BenchmarkException(
                        "Only " + handled + " of " + count + " messages were handled in two minutes.");
            }
            MeasuredServer.pause(2);
        }
    }

    private static RunningApplication start(
            final Cleanup cleanup,
            final MessagesPlugin messages,
            final Map<String, String> address,
            final AtomicLong handled) {
        JZenith starting = JZenith.application()
                .withPlugins(PostgresqlPlugin.create(), SqlMessagesPlugin.create(), messages)
                .withModules(binder -> {
                    binder.bind(AtomicLong.class).toInstance(handled);
                    binder.bind(Deposits.class);
                })
                .withConfiguration("messages.deposits.partitions", 1)
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("postgresql.migrations.locations", "orders/migration");
        for (final Map.Entry<String, String> setting : address.entrySet()) {
            starting = starting.withConfiguration(
                    setting.getKey().toLowerCase(Locale.ROOT).replace('_', '.'), setting.getValue());
        }
        final RunningApplication application = starting.run();
        cleanup.add(application, application::stop);
        return application;
    }

    /** Publishes all messages, and returns the processor time of PostgreSQL for one in microseconds. */
    private static double publish(final RunningApplication application, final SharedPostgresql server) {
        final Database database = application.get(Database.class);
        database.query("CREATE TABLE deposit (account text PRIMARY KEY, amount bigint NOT NULL)")
                .execute()
                .blockingAwait();
        database.query("INSERT INTO deposit SELECT id::text, 0 FROM generate_series(0, " + (ACCOUNTS - 1) + ") AS id")
                .execute()
                .blockingAwait();
        final Messages messages = application.get(Messages.class);
        final ProcessorTime before = server.processorTime();
        Flowable.range(0, MESSAGES)
                .flatMapCompletable(
                        i -> messages.publish(DEPOSITS, new Deposit(String.valueOf(i % ACCOUNTS), 1)), false, IN_FLIGHT)
                .blockingAwait();
        return server.processorTime().secondsSince(before) * 1e6 / MESSAGES;
    }
}
