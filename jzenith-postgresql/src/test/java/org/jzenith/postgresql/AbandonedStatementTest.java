package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.observers.TestObserver;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;

/** Single statements that are slow, and those that nobody waits for any more. */
class AbandonedStatementTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static final String SLEEPING =
            "datname = '" + DATABASE + "' AND state = 'active' AND query LIKE 'SELECT pg_sleep%'";
    private RunningApplication application;
    private Database database;

    private void start(final int eventLoops) {
        application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", eventLoops)
                .withConfiguration("postgresql.query-timeout", "1m")
                .run();
        database = application.get(Database.class);
    }

    @AfterEach
    void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
        Leaks.await("all connections are closed", () -> TestServer.sessions("datname = '" + DATABASE + "'") == 0);
    }

    private TestObserver<Void> sleep(final int seconds) {
        return database.query("SELECT pg_sleep(" + seconds + ")").execute().test();
    }

    private static void awaitNoneSleeping() {
        Leaks.await("none is sleeping", () -> TestServer.sessions(SLEEPING) == 0);
    }

    /** Waits until the statement counts as slow. Statements sent in its first moments are queued behind it. */
    private static void awaitSlow() {
        Leaks.await(
                "it is slow",
                () -> TestServer.sessions("datname = '" + DATABASE
                                + "' AND state = 'active' AND query LIKE '%pg_sleep%'"
                                + " AND clock_timestamp() - query_start > interval '2 seconds'")
                        == 1);
    }

    private static void awaitEnd(final TestObserver<?> observer) {
        assertThat(observer.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void statementsBehindASlowOneGoToAnotherConnection() {
        start(1);
        final TestObserver<Void> slow = sleep(600);
        awaitSlow();
        final TestObserver<Void> next = database.query("SELECT 1").execute().test();
        awaitEnd(next);
        next.assertComplete();
        slow.assertNotTerminated();
        slow.dispose();
        awaitNoneSleeping();
    }

    @Test
    void whatNobodyWaitsForAnyMoreIsStoppedInTheServerWithoutHarmToOthers() {
        start(2);
        final List<TestObserver<Void>> left =
                IntStream.range(0, 4).mapToObj(i -> sleep(600)).toList();
        Leaks.await("one is sleeping on each event loop", () -> TestServer.sessions(SLEEPING) >= 2);
        left.forEach(TestObserver::dispose);
        final List<TestObserver<Void>> others = IntStream.range(0, 20)
                .mapToObj(i -> database.query("SELECT 1").execute().test())
                .toList();
        others.forEach(AbandonedStatementTest::awaitEnd);
        others.forEach(TestObserver::assertComplete);
        awaitNoneSleeping();
    }

    @Test
    void statementsSentBehindAStoppedOneRunOnce() {
        start(1);
        database.query("CREATE TABLE IF NOT EXISTS sent (id int)").execute().blockingAwait();
        final List<TestObserver<Void>> others = new ArrayList<>();
        final List<TestObserver<Void>> left = new ArrayList<>();
        application.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> {
            left.add(sleep(600));
            for (int i = 0; i < 20; i++) {
                others.add(database.query("INSERT INTO sent VALUES ($1)", i)
                        .execute()
                        .test());
            }
            left.get(0).dispose();
        });
        Leaks.await("all are sent", () -> others.size() == 20);
        others.forEach(AbandonedStatementTest::awaitEnd);
        others.forEach(TestObserver::assertComplete);
        assertThat(TestServer.count(DATABASE, "SELECT count(*) * 1000 + count(DISTINCT id) FROM sent"))
                .isEqualTo(20_020);
    }

    @Test
    void whatIsStillQueuedWhenItsCallerLeavesIsNotSent() {
        application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.further-connections", 0)
                .withConfiguration("postgresql.query-timeout", "1m")
                .run();
        database = application.get(Database.class);
        database.query("CREATE TABLE queued (id int)").execute().blockingAwait();
        final TestObserver<Void> slow = sleep(600);
        awaitSlow();
        final TestObserver<Void> mark = database.query("SELECT 1").execute().test();
        final List<TestObserver<Void>> left = IntStream.range(0, 10)
                .mapToObj(i -> database.query("INSERT INTO queued VALUES ($1)", i)
                        .execute()
                        .test())
                .toList();
        left.forEach(TestObserver::dispose);
        slow.dispose();
        awaitEnd(mark);
        mark.assertComplete();
        database.query("SELECT 1").execute().blockingAwait();
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM queued")).isZero();
    }

    @Test
    void aCallThatHasBegunStaysOnItsConnectionWhenOthersLeaveIt() throws SQLException {
        application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.lock-timeout", "1m")
                .withConfiguration("postgresql.query-timeout", "1m")
                .run();
        database = application.get(Database.class);
        final Connection lock = TestServer.locked(DATABASE, 2);
        final TestObserver<List<String>> call = database.query(
                        "SELECT pg_backend_pid()::text, pg_advisory_xact_lock_shared($1::int) AS pg_sleep")
                .map(row -> row.getString(0))
                .singles(IntStream.range(0, 5_000).mapToObj(List::of).toList())
                .test();
        awaitSlow();
        final TestObserver<Void> other = database.query("SELECT 1").execute().test();
        awaitEnd(other);
        other.assertComplete();
        call.assertNotTerminated();
        lock.close();
        awaitEnd(call);
        call.assertValue(
                pids -> pids.size() == 5_000 && pids.stream().distinct().count() == 1);
    }
}
