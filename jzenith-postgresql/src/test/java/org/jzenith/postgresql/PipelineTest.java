package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.observers.TestObserver;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.OverloadedException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.UnavailableException;

/** Statements that queue on one pipeline. */
class PipelineTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private RunningApplication application;
    private Database database;

    private void start(final String queryTimeout, final int pipeliningLimit) {
        application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.query-timeout", queryTimeout)
                .withConfiguration("postgresql.statement-timeout", "0s")
                .withConfiguration("postgresql.pipelining-limit", pipeliningLimit)
                .run();
        database = application.get(Database.class);
    }

    @AfterEach
    void stop() {
        application.stop();
    }

    /** Runs all at once from the event loop, in this order; returns their results in the same order. */
    private List<TestObserver<Void>> together(final List<String> statements) {
        final List<TestObserver<Void>> observers = statements.stream()
                .map(statement -> TestObserver.<Void>create())
                .toList();
        application.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> {
            for (int i = 0; i < observers.size(); i++) {
                database.query(statements.get(i)).execute().subscribe(observers.get(i));
            }
        });
        return observers;
    }

    private static void await(final TestObserver<Void> observer) {
        assertThat(observer.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theTimeOfAStatementCountsFromWhenItsPredecessorWasAnswered() {
        start("1500ms", 256);
        final List<TestObserver<Void>> all = together(Collections.nCopies(9, "SELECT pg_sleep(0.2)"));
        all.forEach(PipelineTest::await);
        all.forEach(TestObserver::assertComplete);
    }

    @Test
    void aStatementThatIsLateItselfFailsAfterOthersSucceededAndTheConnectionIsReplaced() {
        start("1s", 256);
        final List<TestObserver<Void>> all = together(List.of("SELECT 1", "SELECT pg_sleep(30)", "SELECT 1"));
        all.forEach(PipelineTest::await);
        all.get(0).assertComplete();
        all.get(1).assertError(QueryTimeoutException.class);
        all.get(2).assertError(UnavailableException.class);
        Leaks.await(
                "the connection is replaced",
                () -> database.query("SELECT 1")
                        .map(row -> row.getInteger(0) == 1)
                        .single()
                        .onErrorReturnItem(false)
                        .blockingGet());
    }

    @Test
    void statementsBeyondTheBoundAreRefusedAtOnceAndTheOthersSucceed() throws SQLException {
        start("20s", 2);
        final List<String> statements = new ArrayList<>(Collections.nCopies(1_034, "SELECT 1"));
        statements.set(0, "SELECT pg_advisory_xact_lock(1)");
        final Connection lock = TestServer.locked(DATABASE, 1);
        final List<TestObserver<Void>> all = together(statements);
        all.subList(1_024, 1_034).forEach(PipelineTest::await);
        all.get(0).assertNotTerminated();
        lock.close();
        all.subList(1_024, 1_034).forEach(refused -> refused.assertError(OverloadedException.class));
        all.subList(0, 1_024).forEach(PipelineTest::await);
        all.subList(0, 1_024).forEach(TestObserver::assertComplete);
    }
}
