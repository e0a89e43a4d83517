package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Key;
import io.reactivex.observers.TestObserver;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.plugin.ServerSessions;
import org.jzenith.sql.Database;

/** Statements that were slow lately do not delay others. An advisory lock makes them as slow as a test needs. */
class SlowStatementTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static final int LOCK = 1;
    private static final String SLOW = "SELECT pg_backend_pid() FROM pg_advisory_xact_lock_shared(1)";
    private static final String FAST = "SELECT pg_backend_pid()";
    private static final String WAITING = "wait_event = 'advisory' AND datname = '" + DATABASE + "'";

    private RunningApplication application;
    private Database database;
    private Connection lock;

    @BeforeEach
    void start() {
        start(8, "200ms");
    }

    private void start(final int furtherConnections, final String slowStatement) {
        application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.statement-timeout", "0s")
                .withConfiguration("postgresql.query-timeout", "30s")
                .withConfiguration("postgresql.slow-statement", slowStatement)
                .withConfiguration("postgresql.further-connections", furtherConnections)
                .run();
        database = application.get(Database.class);
    }

    @AfterEach
    void stop() throws SQLException {
        lock.close();
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    private void onEventLoop(final Runnable action) throws InterruptedException {
        final CountDownLatch done = new CountDownLatch(1);
        application.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> {
            action.run();
            done.countDown();
        });
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }

    /** Subscribes to all in one turn of the event loop, so that all could be sent together. */
    private List<TestObserver<Integer>> together(final int times, final String sql) throws InterruptedException {
        final List<TestObserver<Integer>> all = new ArrayList<>();
        onEventLoop(() -> IntStream.range(0, times).forEach(i -> all.add(session(sql))));
        return all;
    }

    /** Returns the server's session in which a statement runs. */
    private TestObserver<Integer> session(final String sql) {
        return database.query(sql).map(row -> row.getInteger(0)).single().test();
    }

    private static int await(final TestObserver<Integer> observer) {
        assertThat(observer.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        observer.assertComplete();
        return observer.values().get(0);
    }

    /** Sends fast statements until one of them has its result, because another statement has been found slow. */
    private void awaitFast() {
        final List<TestObserver<Integer>> fast = new ArrayList<>();
        Leaks.await("a statement passes the slow one", () -> {
            fast.add(session(FAST));
            return fast.stream().anyMatch(each -> each.completions() == 1);
        });
    }

    /** Runs the statement once while it is slow. */
    private void learn() throws SQLException, InterruptedException {
        lock = TestServer.locked(DATABASE, LOCK);
        final TestObserver<Integer> slow = together(1, SLOW).get(0);
        Leaks.await("it waits for the lock", () -> TestServer.sessions(WAITING) == 1);
        awaitFast();
        slow.assertNotTerminated();
        lock.close();
        await(slow);
    }

    @Test
    void fastStatementsDoNotWaitForThoseThatWereSlowLately() throws SQLException, InterruptedException {
        learn();
        lock = TestServer.locked(DATABASE, LOCK);
        final List<TestObserver<Integer>> slow = together(10, SLOW);
        final List<TestObserver<Integer>> fast = together(10, FAST);
        fast.forEach(SlowStatementTest::await);
        slow.forEach(TestObserver::assertNotTerminated);
        Leaks.await("as many as may run at once do", () -> TestServer.sessions(WAITING) == 7);
        lock.close();
        assertThat(slow.stream().map(SlowStatementTest::await).distinct()).hasSize(7);
    }

    @Test
    void runsInTransactionsDoNotCountAsFast() throws SQLException, InterruptedException {
        learn();
        database.withTransactionCompletable(tx -> tx.query(SLOW).execute().repeat(16))
                .blockingAwait();
        lock = TestServer.locked(DATABASE, LOCK);
        final TestObserver<Integer> slow = together(1, SLOW).get(0);
        together(10, FAST).forEach(SlowStatementTest::await);
        slow.assertNotTerminated();
        lock.close();
        await(slow);
    }

    @Test
    void slowStatementsLeaveFurtherConnectionsToThoseBehindANewSlowText() throws SQLException, InterruptedException {
        learn();
        lock = TestServer.locked(DATABASE, LOCK);
        final List<TestObserver<Integer>> slow = together(10, SLOW);
        Leaks.await("as many as may run at once do", () -> TestServer.sessions(WAITING) == 7);
        final TestObserver<Integer> unknown =
                together(1, SLOW + " AS other_text").get(0);
        Leaks.await("it waits for the lock", () -> TestServer.sessions(WAITING) == 8);
        awaitFast();
        lock.close();
        slow.forEach(SlowStatementTest::await);
        await(unknown);
    }

    @Test
    void statementsOfASlowTextThatWaitAreRunBesideTheFirst() throws SQLException, InterruptedException {
        application.stop();
        start(8, "2s");
        lock = TestServer.locked(DATABASE, LOCK);
        final TestObserver<Integer> first = together(1, SLOW).get(0);
        Leaks.await("later statements are not sent", () -> {
            session(FAST);
            return application.get(Gauges.class).all().stream()
                    .anyMatch(gauge -> gauge.name().equals("postgresql.waiting-statements") && gauge.used() > 0);
        });
        final List<TestObserver<Integer>> others = together(2, SLOW);
        Leaks.await("each has a session", () -> TestServer.sessions(WAITING) == 3);
        lock.close();
        await(first);
        others.forEach(SlowStatementTest::await);
    }

    @Test
    void aTextThatIsFastAgainSharesTheConnectionOfTheOthers() throws SQLException, InterruptedException {
        learn();
        final int shared = await(together(1, FAST).get(0));
        assertThat(await(together(1, SLOW).get(0))).isNotEqualTo(shared);
        Leaks.await("it is fast again", () -> await(session(SLOW)) == shared);
    }

    /** On a busy machine, any statement may be late. */
    @Test
    void oneSlowRunAfterManyFastOnesDoesNotCount() throws SQLException, InterruptedException {
        application.stop();
        start(8, "2s");
        runFast();
        learn();
        assertThat(await(together(1, SLOW).get(0)))
                .isEqualTo(await(together(1, FAST).get(0)));
    }

    @Test
    void severalSlowRunsAfterManyFastOnesCount() throws SQLException, InterruptedException {
        runFast();
        for (int i = 0; i < 4; i++) {
            learn();
        }
        assertThat(await(together(1, SLOW).get(0)))
                .isNotEqualTo(await(together(1, FAST).get(0)));
    }

    private void runFast() {
        for (int i = 0; i < 100; i++) {
            await(session(SLOW));
        }
    }

    /** Its transaction may hold the lock for which the slow statements of other requests wait. */
    @Test
    void aSlowStatementBesideAnOpenTransactionDoesNotWaitForThoseOfOtherRequests()
            throws SQLException, InterruptedException {
        learn();
        final List<TestObserver<Integer>> slow = new ArrayList<>();
        final TestObserver<Integer> inside = new TestObserver<>();
        lock = TestServer.locked(DATABASE, LOCK);
        slow.addAll(together(10, SLOW));
        Leaks.await("as many as may run at once do", () -> TestServer.sessions(WAITING) == 7);
        onEventLoop(() -> RequestContext.create("request")
                .run(() -> database.withTransaction(tx -> database.query(SLOW)
                                .map(row -> row.getInteger(0))
                                .single())
                        .subscribe(inside)));
        Leaks.await("it is sent", () -> TestServer.sessions(WAITING) == 8);
        lock.close();
        await(inside);
        slow.forEach(SlowStatementTest::await);
    }

    @Test
    void aSlowStatementThatWaitsDuringAPauseRunsAfterIt() throws SQLException, InterruptedException {
        application.stop();
        start(2, "200ms");
        learn();
        lock = TestServer.locked(DATABASE, LOCK);
        final List<TestObserver<Integer>> slow = together(3, SLOW);
        Leaks.await("as many as may run at once do", () -> TestServer.sessions(WAITING) == 2);
        final ServerSessions sessions = application
                .injector()
                .getInstance(new Key<Set<ServerSessions>>() {})
                .iterator()
                .next();
        final List<TestObserver<Void>> paused = new ArrayList<>();
        onEventLoop(() -> paused.add(sessions.pause().test()));
        lock.close();
        assertThat(paused.get(0).awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        assertThat(slow).filteredOn(each -> each.completions() == 0).hasSize(1);
        sessions.resume().blockingAwait();
        slow.forEach(SlowStatementTest::await);
    }

    @Test
    void withoutFurtherConnectionsSlowStatementsShareTheOnlyOne() throws SQLException, InterruptedException {
        application.stop();
        start(0, "200ms");
        lock = TestServer.locked(DATABASE, LOCK);
        final TestObserver<Integer> first = together(1, SLOW).get(0);
        Leaks.await("it waits for the lock", () -> TestServer.sessions(WAITING) == 1);
        lock.close();
        assertThat(await(together(1, SLOW).get(0))).isEqualTo(await(first));
    }
}
