package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.error.IdleTransactionException;

class IdleTransactionTest {

    private static final int LIMIT_MILLIS = 1_500;
    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE)
                .withConfiguration("postgresql.transaction-idle-timeout", LIMIT_MILLIS + "ms")
                .run();
        database = application.get(Database.class);
        TestServer.run(DATABASE, "CREATE TABLE item (id int)");
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM item")).isZero();
    }

    private static Completable insert(final SqlTransaction tx) {
        return tx.query("INSERT INTO item VALUES ('4711')").execute();
    }

    static Stream<Function<Function<SqlTransaction, Completable>, Completable>> kinds() {
        return Stream.of(
                steps -> database.withTransactionCompletable(steps::apply),
                steps -> database.withTransactionFlowable(tx -> steps.apply(tx).andThen(Flowable.just(1)))
                        .ignoreElements());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whoWaitsInATransactionIsRolledBackAndNamed(
            final Function<Function<SqlTransaction, Completable>, Completable> kind) {
        final TestObserver<Void> caller = new TestObserver<>();
        final RequestContext request = RequestContext.create("r1");
        request.setRoute("/items/{id}");
        request.run(() -> kind.apply(tx -> insert(tx).andThen(Completable.never()))
                .doOnError(error -> assertThat(RequestContext.current()).isSameAs(request))
                .subscribe(caller));
        assertThat(caller.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        caller.assertError(IdleTransactionException.class);
        assertThat(caller.errors().get(0))
                .isNotInstanceOf(TemporarilyUnavailable.class)
                .hasMessageContaining("/items/{id}, request r1")
                .hasMessageContaining("postgresql.transaction-idle-timeout")
                .hasMessageContaining("in: INSERT INTO item VALUES (")
                .hasMessageNotContaining("4711");
    }

    /** The work of a job describes itself like this. */
    private static final class Cleanup implements ThreadLocalAccessor {

        @Override
        public void enter() {}

        @Override
        public void leave() {}

        @Override
        public String description() {
            return "job cleanup";
        }
    }

    @Test
    void aJobIsNamed() {
        final TestObserver<Void> caller = new TestObserver<>();
        RequestContext.create("cleanup-1", new Cleanup())
                .run(() -> database.withTransactionCompletable(tx -> insert(tx).andThen(Completable.never()))
                        .subscribe(caller));
        assertThat(caller.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        assertThat(caller.errors())
                .singleElement()
                .satisfies(error -> assertThat(error)
                        .isInstanceOf(IdleTransactionException.class)
                        .hasMessageContaining("a transaction of job cleanup, request cleanup-1"));
    }

    @Test
    void aNestedTransactionThatWaitsEndsTheWhole() {
        assertThatThrownBy(() -> database.withTransactionCompletable(tx ->
                                tx.nestedCompletable(inner -> insert(inner).andThen(Completable.never())))
                        .blockingAwait())
                .isInstanceOf(IdleTransactionException.class)
                .hasMessageContaining("work outside a request");
    }

    @Test
    void aLongStatementIsNotIdle() {
        assertThat(database.withTransaction(tx -> tx.query("SELECT 1 FROM pg_sleep(2)")
                                .map(row -> row.getInteger(0))
                                .single())
                        .blockingGet())
                .isEqualTo(1);
    }

    private static <T> Single<T> slowly(final T element) {
        return Single.just(element).delay(LIMIT_MILLIS / 5, TimeUnit.MILLISECONDS);
    }

    @Test
    void aSlowReaderOfRowsIsNotIdle() {
        assertThat(database.withTransaction(
                                tx -> tx.query("SELECT generate_series(1, 6)").map(row -> row.getInteger(0)).stream()
                                        .concatMapSingle(IdleTransactionTest::slowly)
                                        .toList())
                        .blockingGet())
                .isEqualTo(List.of(1, 2, 3, 4, 5, 6));
        assertThat(database.query("SELECT generate_series(1, 6)").map(row -> row.getInteger(0)).stream(1)
                        .concatMapSingle(IdleTransactionTest::slowly)
                        .toList()
                        .blockingGet())
                .isEqualTo(List.of(1, 2, 3, 4, 5, 6));
    }

    @Test
    void resultsThatPassThroughAreASignOfLife() {
        assertThat(database.withTransactionFlowable(tx -> tx.query("SELECT 1")
                                .execute()
                                .andThen(Flowable.intervalRange(0, 10, 0, LIMIT_MILLIS / 5, TimeUnit.MILLISECONDS)))
                        .count()
                        .blockingGet())
                .isEqualTo(10);
    }

    @Test
    void theServerHasALongerLimitForAProcessThatHangs() {
        assertThat(database.withTransaction(tx -> tx.query("SHOW idle_in_transaction_session_timeout")
                                .map(row -> row.getString(0))
                                .single())
                        .blockingGet())
                .isEqualTo("5min");
    }

    @Test
    void theServersLimitIsWithinItsRange() {
        final RunningApplication patient = TestServer.application(DATABASE)
                .withConfiguration("postgresql.stream-timeout", "30d")
                .run();
        assertThat(patient.get(Database.class)
                        .withTransaction(tx -> tx.query("SHOW idle_in_transaction_session_timeout")
                                .map(row -> row.getString(0))
                                .single())
                        .blockingGet())
                .isEqualTo("2147483647ms");
        patient.stop();
    }
}
