package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;
import org.jzenith.sql.error.LockNotAvailableException;
import org.jzenith.sql.error.OverloadedException;
import org.jzenith.sql.error.QueryTimeoutException;

/** A request that uses the database beside its own transaction, and waits for itself. */
class OwnTransactionTest {

    private static final String CAUSE = "use the SqlTransaction, not the Database";
    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        TestServer.run(DATABASE, "CREATE TABLE item (id int); INSERT INTO item VALUES (1)");
        application = TestServer.application(DATABASE)
                .withConfiguration("postgresql.pool.size", 2)
                .withConfiguration("postgresql.pool.acquire-timeout", "300ms")
                .withConfiguration("postgresql.statement-timeout", "300ms")
                .withConfiguration("postgresql.lock-timeout", "100ms")
                .run();
        database = application.get(Database.class);
        Leaks.await(
                "both pooled connections are open",
                () -> database.withTransactionCompletable(
                                tx -> database.withTransactionCompletable(inner -> Completable.complete()))
                        .toSingleDefault(true)
                        .onErrorReturnItem(false)
                        .blockingGet());
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
    }

    private static Completable update(final Queries queries) {
        return queries.query("UPDATE item SET id = id").execute();
    }

    private static TestObserver<Void> inRequest(final String id, final Supplier<Completable> work) {
        final TestObserver<Void> caller = new TestObserver<>();
        RequestContext.create(id).run(() -> work.get().subscribe(caller));
        return caller;
    }

    private static Throwable error(final TestObserver<Void> caller) {
        assertThat(caller.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        assertThat(caller.errors()).hasSize(1);
        return caller.errors().get(0);
    }

    @Test
    void aStatementThatWaitsForItsOwnTransactionNamesTheCause() {
        assertThat(error(inRequest(
                        "r1",
                        () -> database.withTransactionCompletable(
                                tx -> update(tx).andThen(update(database))))))
                .isInstanceOf(LockNotAvailableException.class)
                .hasMessageContaining(CAUSE);
    }

    @Test
    void aSecondTransactionThatWaitsForTheFirstNamesTheCause() {
        assertThat(error(inRequest(
                        "r1",
                        () -> database.withTransactionCompletable(tx ->
                                update(tx).andThen(database.withTransactionCompletable(OwnTransactionTest::update))))))
                .isInstanceOf(QueryTimeoutException.class)
                .hasMessageContaining(CAUSE);
    }

    @Test
    void anotherRequestsLockIsNotBlamedOnTheRequest() {
        assertThat(error(inRequest(
                        "r1",
                        () -> database.withTransactionCompletable(tx -> update(tx)
                                .andThen(Completable.create(emitter -> inRequest(
                                                "r2", () -> update(database).doOnError(emitter::tryOnError))
                                        .assertNotComplete()))))))
                .isInstanceOf(LockNotAvailableException.class)
                .satisfies(error -> assertThat(error).hasMessageNotContaining(CAUSE));
    }

    /** A transaction in which the same request opens further ones on other connections. */
    private static Completable stacked() {
        return database.withTransactionCompletable(
                tx -> tx.query("SELECT 'a literal'").execute().andThen(Completable.defer(() -> stacked())));
    }

    @Test
    void whoWaitsForAConnectionWhileHoldingOneIsToldSo() {
        assertThat(error(inRequest("r1", () -> stacked())))
                .isInstanceOf(OverloadedException.class)
                .hasMessageContaining("postgresql.pool.acquire-timeout")
                .hasMessageContaining(CAUSE)
                .hasMessageMatching("(?s).*held by: request r1 for \\d+ ms, idle for \\d+ ms after: SELECT .*;.*")
                .hasMessageNotContaining("a literal");
    }

    /** All connections are held by requests that wait for a second one. */
    @Test
    void whenAllHoldersWaitTheFirstThatGivesUpIsToldSo() {
        final CompletableSubject bothHold = CompletableSubject.create();
        final AtomicInteger holders = new AtomicInteger();
        final Supplier<Completable> work = () -> database.withTransactionCompletable(tx -> tx.query("SELECT 1")
                .execute()
                .andThen(Completable.defer(() -> {
                    if (holders.incrementAndGet() == 2) {
                        bothHold.onComplete();
                    }
                    return bothHold.andThen(database.withTransactionCompletable(inner -> Completable.complete()));
                })));
        final TestObserver<Void> first = inRequest("r1", work);
        final TestObserver<Void> second = inRequest("r2", work);
        assertThat(first.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        assertThat(second.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        // The first error releases a connection, so the other request may get it, or name one holder only.
        assertThat(Stream.of(first, second).flatMap(each -> each.errors().stream()))
                .isNotEmpty()
                .allSatisfy(error -> assertThat(error)
                        .isInstanceOf(OverloadedException.class)
                        .hasMessageContaining(CAUSE))
                .anySatisfy(error -> assertThat(error)
                        .hasMessageMatching("(?s).*held by: request r[12] for .*; request r[12] for .*"));
    }
}
