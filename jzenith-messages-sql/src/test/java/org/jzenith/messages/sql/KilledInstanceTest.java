package org.jzenith.messages.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.sql.AccountApplication.Entry;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.sql.Database;
import org.jzenith.test.internal.fault.ChildJvm;

/** An instance is killed under load. {@code benchmark/message-faults} does so for minutes, with more faults. */
final class KilledInstanceTest {

    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final int ACCOUNTS = 8;
    private static final int AFTER = 20;

    private static final List<String> TABLES = List.of(
            "CREATE TABLE account (name text PRIMARY KEY, balance int NOT NULL DEFAULT 0)",
            "CREATE TABLE entry (account text, number int)",
            "CREATE TABLE delivery (id serial, account text, number int, instance text)",
            "INSERT INTO account (name) SELECT 'account-' || i FROM generate_series(0, " + (ACCOUNTS - 1) + ") AS i");

    @Test
    void entriesOfAKilledInstanceAreAddedOnceAndInOrderByAnother() throws Exception {
        try (PostgresqlServer server = PostgresqlServer.start()) {
            final String[] settings = {
                "--postgresql.port=" + server.port(),
                "--postgresql.password=" + server.password(),
                "--postgresql.database=postgres"
            };
            try (RunningApplication here = AccountApplication.start("here", settings)) {
                final Database database = here.get(Database.class);
                TABLES.forEach(table -> database.query(table).execute().blockingAwait());
                final Outbox outbox = here.get(Outbox.class);
                int number = 0;
                try (ChildJvm child = ChildJvm.start(AccountApplication.class, "Open ", args("child", settings))) {
                    final long begin = System.nanoTime();
                    while (count(database, "delivery WHERE instance = 'child'") < ACCOUNTS) {
                        assertThat(System.nanoTime() - begin).isLessThan(LIMIT_NANOS);
                        publish(database, outbox, ++number);
                    }
                    assertThat(child).isNotNull();
                }
                for (int i = 0; i < AFTER; i++) {
                    publish(database, outbox, ++number);
                }
                final int sum = IntStream.rangeClosed(1, number).sum();
                final long begin = System.nanoTime();
                while (count(database, "account WHERE balance = " + sum) < ACCOUNTS) {
                    assertThat(System.nanoTime() - begin).isLessThan(LIMIT_NANOS);
                }
                assertThat(count(
                                database,
                                "(SELECT number, lag(number, 1, 0) OVER (PARTITION BY account ORDER BY first) AS before"
                                        + " FROM (SELECT account, number, min(id) AS first FROM delivery"
                                        + " GROUP BY account, number) AS firsts) AS pairs WHERE number <> before + 1"))
                        .isZero();
                assertThat(count(database, "entry")).isEqualTo(ACCOUNTS * (long) number);
            }
        }
    }

    private static String[] args(final String name, final String... settings) {
        final String[] all = new String[settings.length + 1];
        all[0] = name;
        System.arraycopy(settings, 0, all, 1, settings.length);
        return all;
    }

    /** Publishes the next entry of each account, with its row. */
    private static void publish(final Database database, final Outbox outbox, final int number) {
        for (int i = 0; i < ACCOUNTS; i++) {
            final Entry entry = new Entry("account-" + i, number);
            database.withTransactionCompletable(
                            tx -> tx.query("INSERT INTO entry VALUES ($1, $2)", entry.account(), entry.number())
                                    .execute()
                                    .andThen(outbox.publish(tx, AccountApplication.ENTRIES, entry)))
                    .blockingAwait();
        }
    }

    private static long count(final Database database, final String rows) {
        return database.query("SELECT count(*) FROM " + rows)
                .map(row -> row.getLong(0))
                .single()
                .blockingGet();
    }
}
