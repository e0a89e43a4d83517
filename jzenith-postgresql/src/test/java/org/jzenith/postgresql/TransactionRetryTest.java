package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.sql.Database;
import org.jzenith.sql.Isolation;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.Transactions;
import org.jzenith.sql.error.SerializationFailureException;
import org.jzenith.sql.error.UniqueViolationException;

class TransactionRetryTest {

    /** The server raises the same error as for a collision. */
    private static final String COLLIDE = "DO $$ BEGIN RAISE serialization_failure; END $$";

    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE)
                .withConfiguration("postgresql.pool.size", 16)
                .run();
        database = application.get(Database.class);
        TestServer.run(DATABASE, """
                CREATE TABLE counter (id int PRIMARY KEY, value int NOT NULL);
                CREATE TABLE skewed (id int);
                CREATE SEQUENCE commits;
                CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('commits') < 3 THEN RAISE serialization_failure; END IF; RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER late AFTER INSERT ON skewed DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION collide()""");
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @BeforeEach
    void fill() {
        TestServer.run(DATABASE, "TRUNCATE counter; INSERT INTO counter VALUES (1, 0), (2, 0)");
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
    }

    private static Completable increment(final SqlTransaction tx, final int id) {
        return tx.query("SELECT value FROM counter WHERE id = $1", id)
                .map(row -> row.getInteger(0))
                .single()
                .flatMapCompletable(value -> tx.query("UPDATE counter SET value = $2 WHERE id = $1", id, value + 1)
                        .execute());
    }

    private static long value(final int id) {
        return TestServer.count(DATABASE, "SELECT value FROM counter WHERE id = " + id);
    }

    @Test
    void sixteenWritersLoseNoIncrement() {
        final Transactions serializable =
                database.transactions().isolation(Isolation.SERIALIZABLE).retry(30);
        Flowable.range(0, 200)
                .flatMapCompletable(
                        number -> serializable.withTransactionCompletable(tx -> increment(tx, 1)), false, 16)
                .blockingAwait();
        assertThat(value(1)).isEqualTo(200);
    }

    @Test
    void aDeadlockIsRepeated() {
        final CompletableSubject bothHoldOne = CompletableSubject.create();
        final AtomicInteger holders = new AtomicInteger();
        final Transactions repeated = database.transactions().retry(5);
        Completable.mergeArray(
                        repeated.withTransactionCompletable(tx -> lockBoth(tx, 1, 2, holders, bothHoldOne)),
                        repeated.withTransactionCompletable(tx -> lockBoth(tx, 2, 1, holders, bothHoldOne)))
                .blockingAwait();
        // The repeated transaction may lock its first row before the other one wakes up, which is another deadlock.
        assertThat(holders).hasValueGreaterThanOrEqualTo(3);
        assertThat(value(1)).isEqualTo(2);
        assertThat(value(2)).isEqualTo(2);
    }

    private static Completable lockBoth(
            final SqlTransaction tx,
            final int first,
            final int second,
            final AtomicInteger holders,
            final CompletableSubject bothHoldOne) {
        return tx.query("UPDATE counter SET value = value + 1 WHERE id = $1", first)
                .execute()
                .doOnComplete(() -> {
                    if (holders.incrementAndGet() == 2) {
                        bothHoldOne.onComplete();
                    }
                })
                .andThen(bothHoldOne)
                .andThen(tx.query("UPDATE counter SET value = value + 1 WHERE id = $1", second)
                        .execute());
    }

    /** Each kind of result, as a work to subscribe to, around the same steps. */
    private interface Kind {
        Flowable<?> run(Transactions transactions, Function<SqlTransaction, Completable> steps);
    }

    static Stream<Kind> kinds() {
        return Stream.of(
                (transactions, steps) -> transactions
                        .withTransaction(tx -> steps.apply(tx).toSingleDefault(1))
                        .toFlowable(),
                (transactions, steps) -> transactions
                        .withTransactionMaybe(tx -> steps.apply(tx).<Integer>toMaybe())
                        .toFlowable(),
                (transactions, steps) ->
                        transactions.withTransactionCompletable(steps::apply).toFlowable(),
                (transactions, steps) -> transactions.withTransactionFlowable(
                        tx -> steps.apply(tx).andThen(Flowable.range(1, 3))));
    }

    /** Increments, and collides in the first attempts. */
    private static Function<SqlTransaction, Completable> collidingUntil(
            final int attempt, final AtomicInteger attempts) {
        return tx -> increment(tx, 1)
                .andThen(
                        attempts.incrementAndGet() < attempt ? tx.query(COLLIDE).execute() : Completable.complete());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theWholeWorkRunsAgain(final Kind kind) {
        final AtomicInteger attempts = new AtomicInteger();
        kind.run(database.transactions().retry(2), collidingUntil(3, attempts))
                .ignoreElements()
                .blockingAwait();
        assertThat(attempts).hasValue(3);
        assertThat(value(1)).isEqualTo(1);
    }

    /** Write skew is one of the collisions that the server finds at the end. */
    @Test
    void aCollisionAtTheCommitIsRepeated() {
        final AtomicInteger attempts = new AtomicInteger();
        final Transactions repeated = database.transactions().retry(2);
        final Function<SqlTransaction, Completable> steps = tx -> {
            attempts.incrementAndGet();
            return tx.query("INSERT INTO skewed VALUES (1)").execute();
        };
        final String restart = "ALTER SEQUENCE commits RESTART";
        TestServer.run(DATABASE, restart);
        assertThat(repeated.withTransaction(tx -> steps.apply(tx).toSingleDefault("one"))
                        .blockingGet())
                .isEqualTo("one");
        TestServer.run(DATABASE, restart);
        assertThat(repeated.withTransactionMaybe(tx -> steps.apply(tx).andThen(Maybe.just("maybe")))
                        .blockingGet())
                .isEqualTo("maybe");
        TestServer.run(DATABASE, restart);
        repeated.withTransactionCompletable(steps::apply).blockingAwait();
        assertThat(attempts).hasValue(9);
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM skewed")).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theLastErrorIsThatOfTheCaller(final Kind kind) {
        final AtomicInteger attempts = new AtomicInteger();
        assertThatThrownBy(() -> kind.run(database.transactions().retry(2), collidingUntil(9, attempts))
                        .ignoreElements()
                        .blockingAwait())
                .isInstanceOf(SerializationFailureException.class);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void otherErrorsAreNotRepeated() {
        final AtomicInteger attempts = new AtomicInteger();
        assertThatThrownBy(() -> database.transactions()
                        .retry(5)
                        .withTransactionCompletable(tx -> {
                            attempts.incrementAndGet();
                            return tx.query("INSERT INTO counter VALUES (1, 1)").execute();
                        })
                        .blockingAwait())
                .isInstanceOf(UniqueViolationException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void aFlowableThatHasEmittedIsNotRepeated() {
        final AtomicInteger attempts = new AtomicInteger();
        assertThatThrownBy(() -> database.transactions()
                        .retry(5)
                        .withTransactionFlowable(tx -> {
                            attempts.incrementAndGet();
                            return Flowable.just(1).concatWith(tx.query(COLLIDE).execute());
                        })
                        .ignoreElements()
                        .blockingAwait())
                .isInstanceOf(SerializationFailureException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void noAttemptStartsAfterTheDeadline() {
        final AtomicInteger attempts = new AtomicInteger();
        final TestObserver<Void> caller = new TestObserver<>();
        final RequestContext request = RequestContext.create("r1");
        request.run(() -> database.transactions()
                .retry(1_000_000)
                .withTransactionCompletable(tx -> {
                    if (attempts.incrementAndGet() == 3) {
                        request.lowerDeadline(RequestDeadline.in(Duration.ZERO));
                    }
                    return tx.query(COLLIDE).execute();
                })
                .subscribe(caller));
        assertThat(caller.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        caller.assertError(SerializationFailureException.class);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void furtherAttemptsBelongToTheRequestAndItsEventLoop() {
        final List<String> seen = new ArrayList<>();
        final AtomicInteger attempts = new AtomicInteger();
        final TestObserver<Integer> caller = new TestObserver<>();
        RequestContext.create("r1")
                .run(() -> database.transactions()
                        .retry(1)
                        .withTransaction(tx -> {
                            seen.add(String.valueOf(RequestContext.current()));
                            return collidingUntil(2, attempts).apply(tx).toSingleDefault(1);
                        })
                        .doOnSuccess(one -> seen.add(String.valueOf(RequestContext.current())))
                        .subscribe(caller));
        assertThat(caller.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasSize(3).doesNotContain("null");
        assertThat(seen.stream().distinct()).hasSize(1);
    }

    @Test
    void disposeEndsThePause() {
        final AtomicInteger attempts = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            final CompletableSubject collided = CompletableSubject.create();
            final TestObserver<Integer> caller = database.transactions()
                    .retry(Integer.MAX_VALUE)
                    .withTransaction(tx -> tx.query(COLLIDE)
                            .execute()
                            .doOnError(error -> collided.onComplete())
                            .doOnSubscribe(running -> attempts.incrementAndGet())
                            .andThen(Single.just(1)))
                    .test();
            collided.blockingAwait();
            caller.dispose();
            caller.assertEmpty();
        }
        Leaks.assertPoolIsFull(application);
    }
}
