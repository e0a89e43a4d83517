package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Observable;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.internal.rx.RxHooks;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.OverloadedException;
import org.jzenith.test.internal.log.LogLines;

class PoolTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private final List<CompletableSubject> holds = new ArrayList<>();
    private RunningApplication application;
    private Database database;

    @BeforeEach
    void start() {
        application = TestServer.application(DATABASE)
                .withConfiguration("postgresql.pool.size", 2)
                .withConfiguration("postgresql.pool.max-wait-queue", 2)
                .withConfiguration("postgresql.pool.acquire-timeout", "2s")
                .run();
        database = application.get(Database.class);
    }

    @AfterEach
    void stop() {
        holds.forEach(CompletableSubject::onComplete);
        Leaks.assertPoolIsFull(application);
        application.stop();
        Leaks.await("no session is left", () -> TestServer.sessions("datname = '" + DATABASE + "'") == 0);
    }

    /** Acquires all connections. */
    private void exhaust() {
        for (int i = 0; i < 2; i++) {
            final CompletableSubject hold = CompletableSubject.create();
            final CompletableSubject begun = CompletableSubject.create();
            holds.add(hold);
            final Disposable unused = database.withTransactionCompletable(tx -> tx.query("SELECT 1")
                            .execute()
                            .doOnComplete(begun::onComplete)
                            .andThen(hold))
                    .subscribe();
            assertThat(begun.blockingAwait(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private Completable transaction() {
        return database.withTransactionCompletable(tx -> tx.query("SELECT 1").execute());
    }

    private long waiting() {
        return Leaks.used(application, "waiting-callers", "waiting-streams");
    }

    @Test
    void whoWaitsTooLongIsTold() {
        exhaust();
        assertThatThrownBy(() -> transaction().blockingAwait())
                .isInstanceOf(OverloadedException.class)
                .isInstanceOf(TemporarilyUnavailable.class)
                .hasMessageContaining("postgresql.pool.acquire-timeout");
        assertThat(waiting()).isZero();
    }

    @Test
    void whoWaitsGetsTheNextConnection() {
        exhaust();
        final TestObserver<Void> waiter = transaction().test();
        Leaks.await("one waits", () -> waiting() == 1);
        holds.get(0).onComplete();
        assertThat(waiter.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        waiter.assertComplete();
    }

    @Test
    void theWaitQueueIsBounded() {
        exhaust();
        final TestObserver<Void> first = transaction().test();
        final TestObserver<Void> second = transaction().test();
        assertThatThrownBy(() -> transaction().blockingAwait())
                .isInstanceOf(OverloadedException.class)
                .isInstanceOf(TemporarilyUnavailable.class);
        first.dispose();
        second.dispose();
    }

    @Test
    void whoLeavesTheQueueMakesRoomAndGetsNoConnection() {
        exhaust();
        for (int i = 0; i < 20; i++) {
            transaction().test().dispose();
        }
        assertThat(waiting()).isZero();
        final TestObserver<Void> waiter = transaction().test();
        holds.forEach(CompletableSubject::onComplete);
        assertThat(waiter.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        waiter.assertComplete();
    }

    @Test
    void whoLeavesTheQueueOnItsEventLoopIsToldNothing() throws InterruptedException {
        exhaust();
        final TestObserver<Integer> caller = new TestObserver<>();
        final CountDownLatch left = new CountDownLatch(1);
        try (LogLines log = LogLines.of(RxHooks.class)) {
            application.get(Vertx.class).getOrCreateContext().runOnContext(none -> {
                database.withTransaction(tx -> tx.query("SELECT 1")
                                .map(row -> row.getInteger(0))
                                .single())
                        .subscribe(caller);
                caller.dispose();
                left.countDown();
            });
            assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(log.events()).isEmpty();
        }
        caller.assertEmpty();
        assertThat(waiting()).isZero();
    }

    @Test
    void aConnectionAcquiredAfterDisposeGoesBack() {
        for (int i = 0; i < 100; i++) {
            transaction().test().dispose();
        }
        Leaks.assertPoolIsFull(application);
        transaction().blockingAwait();
    }

    @Test
    void singleStatementsNeedNoPooledConnection() {
        exhaust();
        assertThat(database.query("SELECT 42")
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isEqualTo(42);
    }

    @Test
    void aPooledConnectionThatBreaksIsReplaced() {
        transaction().blockingAwait();
        TestServer.run(
                "postgres",
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + DATABASE + "'");
        Leaks.await(
                "transactions work",
                () -> transaction()
                        .toSingleDefault(true)
                        .onErrorReturnItem(false)
                        .blockingGet());
        Leaks.await(
                "statements work",
                () -> database.query("SELECT 1")
                        .execute()
                        .toSingleDefault(true)
                        .onErrorReturnItem(false)
                        .blockingGet());
    }

    @Test
    void theNumberOfConnectionsIsTheDocumentedTotal() {
        Observable.range(0, 50)
                .flatMapCompletable(number -> transaction().onErrorComplete())
                .blockingAwait();
        // A pipeline that another test broke may still be on its way back.
        Leaks.await(
                "two pipelines and two pooled connections are open",
                () -> TestServer.sessions("datname = '" + DATABASE + "'") == 2 + 2);
    }
}
