package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Key;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.plugin.ServerSessions;
import org.jzenith.sql.Database;
import org.jzenith.sql.notification.SqlNotification;
import org.jzenith.sql.notification.SqlNotification.Missed;
import org.jzenith.sql.notification.SqlNotification.Received;

/** All sessions of an application are closed for a while, in which its database is replaced. */
final class PausedSessionsTest {

    private static final int CALLERS = 50;

    private final String name = TestServer.freshDatabase();
    private RunningApplication application;
    private Database database;
    private ServerSessions sessions;

    @BeforeEach
    void start() {
        TestServer.run(name, "CREATE TABLE cat (name text)");
        start(TestServer.application(name));
    }

    private void start(final JZenith builder) {
        application = builder.run();
        database = application.get(Database.class);
        sessions = application
                .injector()
                .getInstance(new Key<Set<ServerSessions>>() {})
                .iterator()
                .next();
    }

    @AfterEach
    void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    private long count() {
        return database.query("SELECT count(*) FROM cat")
                .as(Long.class)
                .single()
                .blockingGet();
    }

    private Completable write() {
        return database.query("INSERT INTO cat VALUES ('Tom')").execute();
    }

    private Completable writeInTransaction() {
        return database.withTransactionCompletable(
                tx -> tx.query("INSERT INTO cat VALUES ('Tom')").execute());
    }

    private void replaceDatabase() {
        assertThat(TestServer.sessions("datname = '" + name + "'")).isZero();
        TestServer.run("postgres", "DROP DATABASE " + name);
        TestServer.run("postgres", "CREATE DATABASE " + name);
        TestServer.run(name, "CREATE TABLE cat (name text)");
    }

    @Test
    void statementsOfThePauseRunOnTheNewDatabaseAndNoneFails() {
        Flowable.range(0, CALLERS)
                .flatMapCompletable(i -> i % 2 == 0 ? write() : writeInTransaction())
                .blockingAwait();
        assertThat(count()).isEqualTo(CALLERS);
        assertThat(sessions.pause().blockingAwait(1, TimeUnit.MINUTES)).isTrue();
        final TestObserver<Void> during = Flowable.range(0, CALLERS)
                .flatMapCompletable(i -> i % 2 == 0 ? write() : writeInTransaction())
                .test();
        replaceDatabase();
        during.assertNotTerminated();
        sessions.resume().blockingAwait();
        assertThat(during.awaitTerminalEvent()).isTrue();
        during.assertComplete();
        assertThat(count()).isEqualTo(CALLERS);
    }

    @Test
    void thePauseWaitsForTransactions() {
        final CompletableSubject end = CompletableSubject.create();
        final CompletableSubject begun = CompletableSubject.create();
        final TestObserver<Void> transaction = database.withTransactionCompletable(
                        tx -> tx.query("INSERT INTO cat VALUES ('Tom')")
                                .execute()
                                .doOnComplete(begun::onComplete)
                                .andThen(end))
                .test();
        begun.blockingAwait();
        final TestObserver<Void> paused = sessions.pause().test();
        assertThat(TestServer.count(name, "SELECT count(*) FROM cat")).isZero();
        paused.assertNotTerminated();
        end.onComplete();
        assertThat(transaction.awaitTerminalEvent()).isTrue();
        transaction.assertComplete();
        assertThat(paused.awaitTerminalEvent()).isTrue();
        paused.assertComplete();
        sessions.resume().blockingAwait();
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void thePauseWaitsForABatchOfWhichAPartIsSent() throws Exception {
        application.stop();
        start(TestServer.application(name)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.pipelining-limit", 5)
                .withConfiguration("postgresql.slow-statement", "1m"));
        final Connection lock = TestServer.locked(name, 1);
        final TestObserver<List<Integer>> batch = database.query("SELECT $1::int FROM pg_advisory_xact_lock_shared(1)")
                .map(row -> row.getInteger(0))
                .singles(IntStream.range(0, CALLERS).mapToObj(List::of).toList())
                .test();
        Leaks.await(
                "it waits for the lock",
                () -> TestServer.sessions("wait_event = 'advisory' AND datname = '" + name + "'") == 1);
        final TestObserver<Void> paused = sessions.pause().test();
        final CompletableSubject isPausing = CompletableSubject.create();
        application.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> isPausing.onComplete());
        isPausing.blockingAwait();
        lock.close();
        assertThat(paused.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        sessions.resume().blockingAwait();
        batch.assertValue(IntStream.range(0, CALLERS).boxed().toList());
    }

    @Test
    void subscribersOfNotificationsLearnThatTheyMayHaveMissedSome() {
        final TestSubscriber<SqlNotification> listener =
                database.notifications("cats").test();
        listener.awaitCount(1);
        assertThat(sessions.pause().blockingAwait(1, TimeUnit.MINUTES)).isTrue();
        replaceDatabase();
        sessions.resume().blockingAwait();
        listener.awaitCount(2);
        database.query("SELECT pg_notify('cats', 'Tom')").execute().blockingAwait();
        listener.awaitCount(3);
        assertThat(listener.values())
                .containsExactly(new Missed("cats"), new Missed("cats"), new Received("cats", "Tom"));
        listener.cancel();
    }
}
