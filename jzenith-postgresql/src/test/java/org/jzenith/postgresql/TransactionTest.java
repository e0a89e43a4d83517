package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Isolation;
import org.jzenith.sql.Queries;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.Transactions;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SerializationFailureException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.test.internal.log.LogLines;

class TransactionTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
        TestServer.run(DATABASE, "CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL)");
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @BeforeEach
    void fill() {
        TestServer.run(DATABASE, "TRUNCATE account; INSERT INTO account VALUES (1, 100), (2, 0)");
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
    }

    /** Each kind of result, as a work to subscribe to, around the same steps. */
    private interface Kind {
        Flowable<?> run(java.util.function.Function<SqlTransaction, Completable> steps);
    }

    static Stream<Kind> kinds() {
        return Stream.of(
                steps -> database.withTransaction(tx -> steps.apply(tx).toSingleDefault(1))
                        .toFlowable(),
                steps -> database.withTransactionMaybe(tx -> steps.apply(tx).<Integer>toMaybe())
                        .toFlowable(),
                steps -> database.withTransactionCompletable(steps::apply).toFlowable(),
                steps -> database.withTransactionFlowable(tx -> steps.apply(tx).andThen(Flowable.range(1, 3))));
    }

    private static Completable withdraw(final Queries tx) {
        return tx.query("UPDATE account SET balance = balance - 10 WHERE id = $1", 1)
                .execute();
    }

    private static long balance(final int id) {
        return TestServer.count(DATABASE, "SELECT balance FROM account WHERE id = " + id);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void successCommits(final Kind kind) {
        kind.run(tx -> withdraw(tx).andThen(withdraw(tx))).ignoreElements().blockingAwait();
        assertThat(balance(1)).isEqualTo(80);
    }

    /** The event loop of the connection gets the commit and the statement together. */
    @Test
    void aStatementBehindTheCommitIsRefused() {
        final TestObserver<Void> late = new TestObserver<>();
        database.withTransactionCompletable(tx -> withdraw(tx)
                        .andThen(Completable.create(end -> CompletableFuture.runAsync(() -> {
                                    end.onComplete();
                                    withdraw(tx).subscribe(late);
                                })
                                .join())))
                .blockingAwait();
        assertThat(late.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        late.assertError(IllegalStateException.class);
        assertThat(balance(1)).isEqualTo(90);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void anErrorRollsBack(final Kind kind) {
        assertThatThrownBy(() -> kind.run(
                                tx -> withdraw(tx).andThen(Completable.error(new IllegalArgumentException("no"))))
                        .ignoreElements()
                        .blockingAwait())
                .hasMessage("no");
        assertThat(balance(1)).isEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void anExceptionOfTheCallbackRollsBack(final Kind kind) {
        assertThatThrownBy(() -> kind.run(tx -> {
                            throw new IllegalArgumentException("thrown");
                        })
                        .ignoreElements()
                        .blockingAwait())
                .hasMessage("thrown");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void disposeBetweenStatementsRollsBack(final Kind kind) throws InterruptedException {
        final CountDownLatch between = new CountDownLatch(1);
        final Disposable subscription = kind.run(tx ->
                        withdraw(tx).andThen(CompletableSubject.create().doOnSubscribe(waiting -> between.countDown())))
                .subscribe();
        assertThat(between.await(20, TimeUnit.SECONDS)).isTrue();
        subscription.dispose();
        Leaks.assertPoolIsFull(application);
        assertThat(balance(1)).isEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void disposeDuringAStatementRollsBackAndStopsTheStatement(final Kind kind) {
        try (LogLines log = LogLines.open()) {
            final Disposable subscription = kind.run(tx ->
                            withdraw(tx).andThen(tx.query("SELECT pg_sleep(60)").execute()))
                    .subscribe();
            Leaks.await("the statement is running", () -> sleeping() == 1);
            subscription.dispose();
            Leaks.await("the statement has been stopped", () -> sleeping() == 0);
            Leaks.assertPoolIsFull(application);
            assertThat(balance(1)).isEqualTo(100);
            assertThat(log.events())
                    .as("a client that leaves is no fault that somebody must mend")
                    .noneMatch(event -> event.getLoggerName().startsWith("org.jzenith")
                            && event.getLevel().isGreaterOrEqual(Level.WARN));
        }
    }

    private static long sleeping() {
        return TestServer.sessions(
                "datname = '" + DATABASE + "' AND state = 'active' AND query LIKE 'SELECT pg_sleep%'");
    }

    @Test
    void disposeAfterAQuickStatementKeepsTheConnection() {
        database.withTransactionCompletable(TransactionTest::withdraw).blockingAwait();
        Leaks.assertPoolIsFull(application);
        final long before = backends();
        for (int i = 0; i < 50; i++) {
            final CompletableSubject reached = CompletableSubject.create();
            final Disposable subscription = database.withTransactionCompletable(
                            tx -> withdraw(tx).doOnSubscribe(running -> reached.onComplete()))
                    .subscribe();
            reached.blockingAwait();
            subscription.dispose();
            Leaks.assertPoolIsFull(application);
        }
        assertThat(backends()).isEqualTo(before);
    }

    private static long backends() {
        return TestServer.count(
                DATABASE,
                "SELECT sum(pid) FROM pg_stat_activity WHERE datname = '" + DATABASE
                        + "' AND application_name = 'jzenith'");
    }

    @Test
    void theResultComesAfterTheCommit() {
        assertThat(database.withTransaction(tx -> withdraw(tx).toSingleDefault("done"))
                        .map(done -> balance(1))
                        .blockingGet())
                .isEqualTo(90);
    }

    @Test
    void anEmptyMaybeCommits() {
        assertThat(database.withTransactionMaybe(tx -> withdraw(tx).<Integer>toMaybe())
                        .isEmpty()
                        .blockingGet())
                .isTrue();
        assertThat(balance(1)).isEqualTo(90);
    }

    @Test
    void aFlowableThatIsTakenInPartRollsBack() {
        final Flowable<Integer> numbers =
                database.withTransactionFlowable(tx -> withdraw(tx).andThen(Flowable.range(1, 1_000)));
        assertThat(numbers.take(3).toList().blockingGet()).containsExactly(1, 2, 3);
        Leaks.assertPoolIsFull(application);
        assertThat(balance(1)).isEqualTo(100);
    }

    @Test
    void aFailedStatementRollsBackWithItsTypedError() {
        assertThatThrownBy(() -> database.withTransactionCompletable(tx -> withdraw(tx)
                                .andThen(tx.query("INSERT INTO account VALUES (1, 1)")
                                        .execute()))
                        .blockingAwait())
                .isInstanceOf(UniqueViolationException.class);
        assertThat(balance(1)).isEqualTo(100);
    }

    @Test
    void aSwallowedErrorDoesNotCommitSilently() {
        assertThatThrownBy(() -> database.withTransactionCompletable(tx -> withdraw(tx)
                                .andThen(tx.query("INSERT INTO account VALUES (1, 1)")
                                        .execute()
                                        .onErrorComplete()))
                        .blockingAwait())
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.sqlState()).isEqualTo("25P02"));
        assertThat(balance(1)).isEqualTo(100);
    }

    @Test
    void aTransactionSeesItsOwnChangesAndOthersDoNot() {
        final List<Long> seen = new ArrayList<>();
        database.withTransactionCompletable(tx -> withdraw(tx)
                        .andThen(tx.query("SELECT balance FROM account WHERE id = 1")
                                .map(row -> row.getLong(0))
                                .single())
                        .doOnSuccess(inside -> {
                            seen.add(inside);
                            seen.add(balance(1));
                        })
                        .ignoreElement())
                .blockingAwait();
        assertThat(seen).containsExactly(90L, 100L);
    }

    @Test
    void aKeptQueryRunsInATransaction() {
        final SqlQuery<Row> deposit = database.query("UPDATE account SET balance = balance + $2 WHERE id = $1", 2, 0);
        database.withTransactionCompletable(tx -> tx.with(deposit).bind(2, 10).execute())
                .blockingAwait();
        assertThat(balance(2)).isEqualTo(10);
    }

    @Test
    void isolationLevelsAreTheServers() {
        for (final Isolation isolation : Isolation.values()) {
            assertThat(database.transactions()
                            .isolation(isolation)
                            .withTransaction(tx -> tx.query("SHOW transaction_isolation")
                                    .map(row -> row.getString(0))
                                    .single())
                            .blockingGet())
                    .isEqualTo(
                            isolation.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
        }
    }

    @Test
    void serializableTransactionsThatCollideFail() {
        final Transactions serializable = database.transactions().isolation(Isolation.SERIALIZABLE);
        final CompletableSubject bothHaveRead = CompletableSubject.create();
        final java.util.concurrent.atomic.AtomicInteger readers = new java.util.concurrent.atomic.AtomicInteger();
        final Function<SqlTransaction, Completable> move = tx -> tx.query("SELECT sum(balance) FROM account")
                .single()
                .doOnSuccess(sum -> {
                    if (readers.incrementAndGet() == 2) {
                        bothHaveRead.onComplete();
                    }
                })
                .ignoreElement()
                .andThen(bothHaveRead)
                .andThen(Completable.defer(() ->
                        tx.query("UPDATE account SET balance = balance + 1").execute()));
        assertThatThrownBy(() -> Completable.mergeArrayDelayError(
                                serializable.withTransactionCompletable(move),
                                serializable.withTransactionCompletable(move))
                        .blockingAwait())
                .isInstanceOf(SerializationFailureException.class);
    }

    @Test
    void aReadOnlyTransactionChangesNothing() {
        assertThatThrownBy(() -> database.transactions()
                        .readOnly()
                        .withTransactionCompletable(TransactionTest::withdraw)
                        .blockingAwait())
                .isInstanceOfSatisfying(
                        SqlException.class,
                        error -> assertThat(error.sqlState()).isEqualTo("25006"));
    }

    @Test
    void aDeferrableTransactionIsReadOnlyAndSerializable() {
        assertThat(database.transactions()
                        .deferrable()
                        .withTransaction(tx -> tx.query("SELECT current_setting('transaction_isolation')"
                                        + " || current_setting('transaction_read_only')"
                                        + " || current_setting('transaction_deferrable')")
                                .map(row -> row.getString(0))
                                .single())
                        .blockingGet())
                .isEqualTo("serializableonon");
    }

    @Test
    void aTransactionMayHaveATimeLimitOfItsOwn() {
        assertThatThrownBy(() -> database.transactions()
                        .timeout(Duration.ofMillis(200))
                        .withTransactionCompletable(
                                tx -> tx.query("SELECT pg_sleep(30)").execute())
                        .blockingAwait())
                .isInstanceOf(QueryTimeoutException.class);
        assertThat(database.withTransaction(tx -> tx.query("SHOW statement_timeout")
                                .map(row -> row.getString(0))
                                .single())
                        .blockingGet())
                .isEqualTo("9s");
    }

    @Test
    void aTransactionIsOfNoUseAfterItsEnd() {
        final AtomicReference<SqlTransaction> kept = new AtomicReference<>();
        database.withTransactionCompletable(tx -> {
                    kept.set(tx);
                    return Completable.complete();
                })
                .blockingAwait();
        assertThatThrownBy(() -> withdraw(kept.get()).blockingAwait())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has ended");
        assertThat(balance(1)).isEqualTo(100);
    }

    @Test
    void manyTransactionsAtOnceShareThePool() {
        Flowable.range(0, 500)
                .flatMapCompletable(
                        number -> database.withTransactionCompletable(tx -> withdraw(tx)
                                .andThen(tx.query("UPDATE account SET balance = balance + 10 WHERE id = 2")
                                        .execute())),
                        false,
                        40)
                .blockingAwait();
        assertThat(balance(1)).isEqualTo(100 - 5_000);
        assertThat(balance(2)).isEqualTo(5_000);
    }

    @Test
    void transactionsDisposedAtRandomMomentsNeverLeakAConnection() {
        final java.util.Random random = new java.util.Random(42);
        for (int i = 0; i < 100; i++) {
            final Disposable subscription = database.withTransaction(
                            tx -> withdraw(tx).toSingleDefault(1))
                    .flatMap(one -> Single.just(one))
                    .subscribe(one -> {}, error -> {});
            for (int spin = random.nextInt(200_000); spin > 0; spin--) {
                Thread.onSpinWait();
            }
            subscription.dispose();
        }
        Leaks.assertPoolIsFull(application);
        assertThat(Maybe.fromSingle(database.withTransaction(tx -> Single.just("still works")))
                        .blockingGet())
                .isEqualTo("still works");
    }
}
