package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.error.LockNotAvailableException;

/** Single statements that wait for a row that a transaction holds. */
class LockedRowTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private RunningApplication application;
    private Database database;

    private void start(final String lockTimeout) {
        application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.further-connections", 0)
                .withConfiguration("postgresql.lock-timeout", lockTimeout)
                .withConfiguration("postgresql.query-timeout", "1m")
                .run();
        database = application.get(Database.class);
        database.query("DROP TABLE IF EXISTS account").execute().blockingAwait();
        database.query("CREATE TABLE account (id int, balance int)").execute().blockingAwait();
        database.query("INSERT INTO account VALUES (1, 0)").execute().blockingAwait();
    }

    @AfterEach
    void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    private Single<Integer> change() {
        return database.query("UPDATE account SET balance = balance + 1 WHERE id = 1")
                .rowCount();
    }

    @Test
    void aStatementOfTheClientInsideATransactionDoesNotWaitForThoseThatWaitForTheTransaction() {
        start("60s");
        final AtomicReference<TestObserver<Integer>> other = new AtomicReference<>();
        final AtomicReference<TestObserver<Integer>> whole = new AtomicReference<>();
        final Single<Integer> work = database.withTransaction(tx -> tx.query(
                        "UPDATE account SET balance = 100 WHERE id = 1")
                .rowCount()
                .doOnSuccess(locked -> RequestContext.create("another request").run(() -> other.set(change().test())))
                .flatMap(locked -> awaitWaiting(tx))
                .flatMap(waiting ->
                        database.query("SELECT 1").map(row -> row.getInteger(0)).single()));
        application
                .get(Vertx.class)
                .getOrCreateContext()
                .runOnContext(onLoop -> RequestContext.create("the request").run(() -> whole.set(work.test())));
        Leaks.await("it has begun", () -> whole.get() != null);
        assertThat(whole.get().awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        whole.get().assertResult(1);
        assertThat(other.get().awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        other.get().assertResult(1);
        assertThat(TestServer.count(DATABASE, "SELECT balance FROM account")).isEqualTo(101);
    }

    private static Single<Long> awaitWaiting(final SqlTransaction tx) {
        return tx.query("SELECT count(*) FROM pg_locks WHERE NOT granted")
                .map(row -> row.getLong(0))
                .single()
                .repeat()
                .filter(waiting -> waiting == 1)
                .firstOrError();
    }

    @Test
    void aSingleStatementWaitsForALockNoLongerThanTheLockTimeoutAndSaysForWhat() {
        start("100ms");
        final TestObserver<Integer> late = database.withTransaction(
                        tx -> tx.query("UPDATE account SET balance = 100 WHERE id = 1")
                                .rowCount()
                                .flatMap(locked -> change()))
                .test();
        assertThat(late.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        late.assertError(LockNotAvailableException.class);
        late.assertError(error -> String.valueOf(error.getMessage()).contains("relation \"account\""));
    }

    @Test
    void theLockTimeoutHoldsForSingleStatementsOnly() {
        start("100ms");
        assertThat(database.query("SHOW lock_timeout")
                        .map(row -> row.getString(0))
                        .single()
                        .blockingGet())
                .isEqualTo("100ms");
        assertThat(database.withTransaction(tx -> tx.query("SHOW lock_timeout")
                                .map(row -> row.getString(0))
                                .single())
                        .blockingGet())
                .isEqualTo("0");
    }

    @Test
    void theLockTimeoutIsTwoSecondsUnlessTimeoutsAreLeftToTheServer() {
        assertThat(lockTimeout("9s")).isEqualTo("2s");
        assertThat(lockTimeout("0s")).isEqualTo("0");
        start("60s");
    }

    private static String lockTimeout(final String statementTimeout) {
        final RunningApplication configured = TestServer.application(DATABASE)
                .withConfiguration("postgresql.statement-timeout", statementTimeout)
                .run();
        try {
            return configured
                    .get(Database.class)
                    .query("SHOW lock_timeout")
                    .map(row -> row.getString(0))
                    .single()
                    .blockingGet();
        } finally {
            configured.stop();
        }
    }
}
