package org.jzenith.messages.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.test.KilledInstanceContract;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;

/**
 * An instance with topics and an outbox in PostgreSQL is killed. Each entry has a row that is committed with its message, and is added to the
 * account once. {@code benchmark/message-faults} does so for minutes, with more faults.
 */
final class KilledInstanceTest extends KilledInstanceContract {

    private static final List<String> TABLES = List.of(
            "CREATE TABLE account (name text PRIMARY KEY, balance int NOT NULL DEFAULT 0)",
            "CREATE TABLE entry (account text, number int)",
            "INSERT INTO account (name) SELECT 'account-' || i FROM generate_series(0, 7) AS i");

    private String database;

    public static void main(final String... arguments) {
        new KilledInstanceTest().serve(arguments);
    }

    @BeforeEach
    void start() {
        database = TestDatabase.POSTGRESQL.create();
        try (RunningApplication creating = JZenith.application(settings().toArray(String[]::new))
                .withPlugins(PostgresqlPlugin.create())
                .run()) {
            final Database database = creating.get(Database.class);
            TABLES.forEach(table -> database.query(table).execute().blockingAwait());
        }
    }

    @Override
    protected JZenith application(final String... settings) {
        return JZenith.application(settings).withPlugins(PostgresqlPlugin.create(), SqlMessagesPlugin.create());
    }

    @Override
    protected List<String> settings() {
        return TestDatabase.POSTGRESQL.arguments(database);
    }

    @Override
    protected void publish(final RunningApplication from, final Entry entry) {
        final Outbox outbox = from.get(Outbox.class);
        from.get(Database.class)
                .withTransactionCompletable(
                        tx -> tx.query("INSERT INTO entry VALUES ($1, $2)", entry.account(), entry.number())
                                .execute()
                                .andThen(outbox.publish(tx, ENTRIES, entry)))
                .blockingAwait();
    }

    @Override
    protected Completable handle(final Injector injector, final Entry entry) {
        return injector.getInstance(Database.class)
                .withTransactionCompletable(tx -> Once.of("accounts", entry.account() + "/" + entry.number())
                        .run(
                                tx,
                                () -> tx.query(
                                                "UPDATE account SET balance = balance + $1 WHERE name = $2",
                                                entry.number(),
                                                entry.account())
                                        .execute()));
    }

    @Override
    protected void check(final RunningApplication on, final int entries) {
        final Database database = on.get(Database.class);
        final int sum = IntStream.rangeClosed(1, entries).sum();
        final long accounts = count(database, "account");
        final long begin = System.nanoTime();
        while (count(database, "account WHERE balance = " + sum) < accounts) {
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.MINUTES.toNanos(1));
        }
        assertThat(count(database, "entry")).isEqualTo(accounts * entries);
    }

    private static long count(final Database database, final String rows) {
        return database.query("SELECT count(*) FROM " + rows)
                .map(row -> row.getLong(0))
                .single()
                .blockingGet();
    }
}
