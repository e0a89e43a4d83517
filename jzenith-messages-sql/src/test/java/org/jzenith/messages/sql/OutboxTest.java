package org.jzenith.messages.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;

/** The outbox in PostgreSQL, for topics in the same database and in memory. */
final class OutboxTest extends OutboxContract {

    static Stream<Kind> kinds() {
        return Stream.of(Kind.POSTGRESQL, Kind.POSTGRESQL_OVER_MEMORY);
    }

    /** A deferred constraint, which waits for a row that another session has locked, keeps the commit from ending. */
    @Test
    void aCommitWaitsForOthersThatPublishWithTheSameKey() {
        final RunningApplication application = Kind.POSTGRESQL.running();
        final Database database = application.get(Database.class);
        database.query("CREATE TABLE account (id int PRIMARY KEY)").execute().blockingAwait();
        database.query("INSERT INTO account VALUES (1)").execute().blockingAwait();
        database.query("CREATE TABLE entry (account int REFERENCES account DEFERRABLE INITIALLY DEFERRED)")
                .execute()
                .blockingAwait();
        final CompletableSubject locked = CompletableSubject.create();
        final CompletableSubject release = CompletableSubject.create();
        final var holder = database.withTransactionCompletable(tx -> tx.query("SELECT id FROM account FOR UPDATE")
                        .execute()
                        .doOnComplete(locked::onComplete)
                        .andThen(release))
                .test();
        locked.blockingAwait();
        final var first = database.withTransactionCompletable(tx -> tx.query("INSERT INTO entry VALUES (1)")
                        .execute()
                        .andThen(publish(application, tx, new Order("key", 1))))
                .test();
        awaitSessions(database, "query = 'COMMIT' AND wait_event_type = 'Lock'");
        final var second = publish(application, new Order("key", 2)).test();
        awaitSessions(database, "query LIKE '%INSERT INTO jzenith_outbox%' AND wait_event = 'advisory'");
        publish(application, new Order("other-key", 3)).blockingAwait();
        assertThat(await(1, application)).containsExactly(new Order("other-key", 3));
        release.onComplete();
        for (final TestObserver<Void> each : List.of(holder, first, second)) {
            assertThat(each.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
            each.assertComplete();
        }
        assertThat(await(3, application))
                .containsExactly(new Order("other-key", 3), new Order("key", 1), new Order("key", 2));
    }

    private static void awaitSessions(final Database database, final String condition) {
        database.query("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND " + condition)
                .as(Long.class)
                .single()
                .repeatWhen(seen -> seen.delay(10, TimeUnit.MILLISECONDS))
                .takeUntil(count -> count == 1)
                .ignoreElements()
                .timeout(60, TimeUnit.SECONDS)
                .blockingAwait();
    }
}
