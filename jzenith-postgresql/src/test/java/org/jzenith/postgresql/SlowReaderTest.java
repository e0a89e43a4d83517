package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.reactivex.observers.BaseTestConsumer.TestWaitStrategy;
import io.reactivex.observers.TestObserver;
import io.reactivex.subscribers.TestSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.OverloadedException;
import org.jzenith.sql.error.QueryTimeoutException;

class SlowReaderTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private final List<TestSubscriber<?>> readers = new ArrayList<>();
    private RunningApplication application;
    private Database database;

    private void start(final Map<String, Object> settings) {
        final JZenith recipe = TestServer.application(DATABASE)
                .withConfiguration("postgresql.pool.size", 4)
                .withConfiguration("postgresql.pool.acquire-timeout", "10s");
        settings.forEach(recipe::withOverridingConfiguration);
        application = recipe.run();
        database = application.get(Database.class);
    }

    @AfterEach
    void stop() {
        readers.forEach(TestSubscriber::dispose);
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    private Flowable<Integer> numbers() {
        return database.query("SELECT generate_series(1, 100000)").map(row -> row.getInteger(0)).stream();
    }

    /** A reader that takes one row and no more. */
    private TestSubscriber<Integer> readOne(final Flowable<Integer> rows) {
        final TestSubscriber<Integer> reader = rows.test(1);
        readers.add(reader);
        return reader;
    }

    private TestSubscriber<Integer> readOneNow(final Flowable<Integer> rows) {
        final TestSubscriber<Integer> reader = readOne(rows);
        reader.awaitCount(1, TestWaitStrategy.SLEEP_10MS, 20_000);
        reader.assertValueCount(1).assertNotTerminated();
        return reader;
    }

    private Completable transaction() {
        return database.withTransactionCompletable(tx -> tx.query("SELECT 1").execute());
    }

    private void expectStalled(final TestSubscriber<?> reader) {
        assertThat(reader.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        reader.assertError(QueryTimeoutException.class);
        assertThat(reader.errors().get(0))
                .isInstanceOf(TemporarilyUnavailable.class)
                .hasMessageContaining("postgresql.stream-timeout");
        Leaks.assertPoolIsFull(application);
    }

    @Test
    void readersThatStandStillLeaveConnectionsForTransactions() {
        start(Map.of());
        readOneNow(numbers());
        readOneNow(database.withTransactionFlowable(
                tx -> tx.query("SELECT generate_series(1, 9000)").map(row -> row.getInteger(0)).stream()));
        for (int i = 0; i < 6; i++) {
            readOne(numbers());
        }
        Observable.range(0, 50).flatMapCompletable(number -> transaction()).blockingAwait();
        assertThat(database.query("SELECT 1 WHERE $1::int > 0")
                        .batch(List.of(List.of(1), List.of(2)))
                        .blockingGet())
                .containsExactly(1, 1);
        readers.subList(2, 8).forEach(waiting -> waiting.assertNoValues().assertNotTerminated());
    }

    @Test
    void aStreamBeyondTheShareBeginsWhenAnotherEnds() {
        start(Map.of("postgresql.pool.max-streams", 1));
        final TestSubscriber<Integer> first = readOneNow(numbers());
        final TestSubscriber<Integer> second = readOne(numbers());
        final TestSubscriber<Integer> third = readOne(numbers());

        second.dispose();
        third.assertNoValues();
        first.dispose();
        third.awaitCount(1, TestWaitStrategy.SLEEP_10MS, 20_000);
        third.assertValueCount(1);
    }

    @Test
    void aStreamBeyondTheShareWaitsNoLongerThanTheTimeLimit() {
        start(Map.of("postgresql.pool.max-streams", 1, "postgresql.pool.acquire-timeout", "2s"));
        readOneNow(numbers());
        final TestSubscriber<Integer> second = readOne(numbers());

        assertThat(second.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        second.assertError(OverloadedException.class);
        assertThat(second.errors().get(0))
                .isInstanceOf(TemporarilyUnavailable.class)
                .hasMessageContaining("postgresql.pool.max-streams");
    }

    @Test
    void theStreamsThatWaitAreBoundedByThemselves() {
        start(Map.of("postgresql.pool.max-streams", 1, "postgresql.pool.max-wait-queue", 1));
        readOneNow(numbers());
        readOne(numbers()).assertNotTerminated();

        assertThat(readOne(numbers()).awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        readers.get(2).assertError(OverloadedException.class);
        transaction().blockingAwait();
    }

    @Test
    void aPoolOfOneConnectionHasStreamsToo() {
        start(Map.of("postgresql.pool.size", 1));
        readOneNow(numbers()).dispose();
        transaction().blockingAwait();
        assertThat(numbers().count().blockingGet()).isEqualTo(100_000);
    }

    private Completable anyUse(final int number) {
        return switch (number % 4) {
            case 0 -> numbers().take(300).ignoreElements();
            case 1 -> transaction();
            case 2 -> numbers().timeout(number % 7, TimeUnit.MILLISECONDS).ignoreElements();
            default ->
                numbers().flatMapCompletable(row -> Completable.error(new IllegalStateException("the reader fails")));
        };
    }

    @Test
    void manyStreamsAndTransactionsEndWithoutLeavingAPlaceTaken() {
        start(Map.of("postgresql.pool.max-wait-queue", 1000));
        for (int round = 0; round < 3; round++) {
            Observable.range(0, 200)
                    .flatMapCompletable(number -> anyUse(number).onErrorComplete())
                    .blockingAwait();
            TestServer.run(
                    "postgres",
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + DATABASE + "'");
        }
        Leaks.await(
                "streams work again",
                () -> numbers()
                        .count()
                        .map(count -> count == 100_000)
                        .onErrorReturnItem(false)
                        .blockingGet());
    }

    @Test
    void aReaderThatAsksForNothingLosesItsConnection() {
        start(Map.of("postgresql.stream-timeout", "200ms"));
        final TestSubscriber<Integer> reader = readOne(numbers());
        expectStalled(reader);
        reader.assertValueCount(1);
    }

    @Test
    void aReaderThatNeverAsksLosesItsConnection() {
        start(Map.of("postgresql.stream-timeout", "200ms"));
        expectStalled(numbers().test(0));
    }

    @Test
    void aTransactionWhoseReaderAsksForNothingIsRolledBack() {
        start(Map.of("postgresql.stream-timeout", "200ms"));
        database.query("CREATE TABLE IF NOT EXISTS noted (number int)")
                .execute()
                .blockingAwait();
        final TestSubscriber<Integer> reader = readOne(database.withTransactionFlowable(
                tx -> tx.query("INSERT INTO noted VALUES (1)").execute().andThen(Flowable.range(1, 10))));
        expectStalled(reader);
        reader.assertValueCount(1);
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM noted")).isZero();
    }

    @Test
    void aStreamThatIsAbandonedInsideATransactionEndsIt() {
        start(Map.of("postgresql.stream-timeout", "200ms"));
        final TestObserver<Long> result = database.withTransaction(
                        tx -> tx.query("SELECT generate_series(1, 1000)").stream()
                                .flatMapSingle(row -> Single.<Integer>never(), false, 1)
                                .count())
                .test();
        assertThat(result.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        result.assertError(QueryTimeoutException.class);
    }

    @Test
    void aReaderThatAsksForLittleIsServed() {
        start(Map.of("postgresql.stream-timeout", "3s"));
        final List<Integer> rows = numbers()
                .take(20)
                .concatMap(row -> Flowable.just(row).delay(200, TimeUnit.MILLISECONDS), 1)
                .toList()
                .blockingGet();
        assertThat(rows).hasSize(20);
    }

    @Test
    void theTimeThatTheServerTakesDoesNotCount() {
        start(Map.of("postgresql.stream-timeout", "200ms"));
        assertThat(database.query("SELECT pg_sleep(1)").stream().count().blockingGet())
                .isOne();
    }
}
